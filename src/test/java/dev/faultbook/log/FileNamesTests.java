package dev.faultbook.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileNamesTests {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rank_9.log rank_10.log rank_100.log",
        "train.log.2 train.log.1 train.log",
        "a.log.10 a.log.9 a.log b.log.1 b.log",
        "trainer-0-previous.log trainer-0.log trainer-1-previous.log trainer-1.log",
        "previous.log current.log",
        "job.out.old job.out",
        // Names of requeued jobs count upwards.
        "slurm-440.out slurm-440.out.1 slurm-440.out.2",
        // No rotation has a year for its number.
        "train.log.2024 train.log.2025",
        "previous/x.log current/x.log",
        ".log. .log.1x"
      })
  void ordersTheOlderFileOfAJobFirst(String expected) {
    List<String> names = List.of(expected.split(" "));
    List<String> mixed = new ArrayList<>(names);
    Collections.shuffle(mixed, new Random(7));
    Collections.reverse(mixed);
    mixed.sort(FileNames.ORDER);
    assertThat(mixed).isEqualTo(names);
  }
}
