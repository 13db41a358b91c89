package dev.faultbook.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class NodeNamesTests {

  @Test
  void aHostStandsInAPathAsWordsOfItsOwn() {
    NodeNames names = new NodeNames(List.of("gpu-1", "gpu-12", "node7.cluster.local", "a1"));
    assertThat(names.longestIn("logs/gpu-12/rank3.log")).isEqualTo("gpu-12");
    assertThat(names.longestIn("logs/gpu-1.log")).isEqualTo("gpu-1");
    assertThat(names.longestIn("logs/gpu-1-2.log")).isNull();
    assertThat(names.longestIn("logs/mygpu-1.log")).isNull();
    assertThat(names.longestIn("node7.err")).isEqualTo("node7.cluster.local");
    assertThat(names.longestIn("a1.log")).isNull();
    assertThat(new NodeNames(List.of()).longestIn("a/b.log")).isNull();
  }

  /** Compares the result with a search for each host in the path. */
  @Property
  void findsWhatLookingForEachHostFinds(
      @ForAll @Size(max = 6)
          List<@StringLength(min = 1, max = 5) @CharRange(from = 'a', to = 'b') String> parts,
      @ForAll @Size(max = 8)
          List<@StringLength(min = 3, max = 4) @CharRange(from = 'a', to = 'b') String> hosts) {
    String path = String.join("-", parts);
    List<String> contained = new ArrayList<>();
    for (String host : hosts) {
      if (("-" + path + "-").contains("-" + host + "-")) {
        contained.add(host);
      }
    }
    String found = new NodeNames(hosts).longestIn(path);
    if (contained.isEmpty()) {
      assertThat(found).isNull();
    } else {
      int longest = contained.stream().mapToInt(String::length).max().orElse(0);
      assertThat(found).isIn(contained).hasSize(longest);
    }
  }
}
