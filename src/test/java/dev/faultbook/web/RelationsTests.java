package dev.faultbook.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RelationsTests {
  private static final Relations.Node SELF =
      new Relations.Node("NCCL cannot create its shared-memory segment", "", "self", "self");

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 0", "0, 1", "3, 9", "9, 9"})
  void everyBoxLiesInTheDrawingAndNoneOnAnother(int causes, int results) {
    for (Relations.Drawing drawing :
        Relations.draw(SELF, nodes(causes, "cause"), nodes(results, "result"))) {
      assertThat(drawing.boxes()).hasSize(causes + results + 1);
      assertThat(drawing.arrows().size()).isGreaterThanOrEqualTo(causes + results);
      List<Relations.Box> seen = new ArrayList<>();
      for (Relations.Box box : drawing.boxes()) {
        assertThat(box.x()).isGreaterThanOrEqualTo(0);
        assertThat(box.y()).isGreaterThanOrEqualTo(0);
        assertThat(box.x() + box.width()).isLessThanOrEqualTo(drawing.width());
        assertThat(box.y() + box.height()).isLessThanOrEqualTo(drawing.height());
        assertThat(box.lines()).isNotEmpty();
        assertThat(box.lines().getLast().y()).isLessThan(box.y() + box.height());
        assertThat(seen).noneMatch(other -> overlap(other, box));
        seen.add(box);
      }
    }
  }

  @Test
  void titlesAreBrokenAtBlanksAndBetweenChineseCharacters() {
    assertThat(Relations.breakLines("cuBLAS cannot be initialized", 36)).hasSize(1);
    assertThat(
            Relations.breakLines(
                "NCCL cannot create its shared-memory segment: too small or full", 36))
        .containsExactly("NCCL cannot create its shared-memory", "segment: too small or full");
    assertThat(Relations.breakLines("容器的共享内存太小，NCCL 无法创建通信所需的内存段（/dev/shm），任务退出", 36))
        .containsExactly("容器的共享内存太小，NCCL 无法创建通", "信所需的内存段（/dev/shm），任务退出");
    List<String> lines = Relations.breakLines("word ".repeat(60), 36);
    assertThat(lines).hasSize(3);
    assertThat(lines.getLast()).endsWith("…");
    assertThat(Relations.breakLines("x".repeat(500), 36)).hasSize(3);
  }

  private static boolean overlap(Relations.Box a, Relations.Box b) {
    return a.x() < b.x() + b.width()
        && b.x() < a.x() + a.width()
        && a.y() < b.y() + b.height()
        && b.y() < a.y() + a.height();
  }

  private static List<Relations.Node> nodes(int n, String role) {
    return IntStream.range(0, n)
        .mapToObj(
            i ->
                new Relations.Node(
                    "A fault with a title that needs more than a line, " + i, "/e", "cause", role))
        .toList();
  }
}
