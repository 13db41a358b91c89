package dev.faultbook.content;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Verifies that filters narrow the list of all pages to a length that a reader can scan. */
class ShippedGroupsTests {
  private static final List<Entry> ENTRIES = List.copyOf(ShippedCatalogue.knowledge().entries());

  @Test
  void noComponentHoldsMoreThanSixtyPages() {
    assertThat(sizes(Entry::component).values()).allMatch(size -> size <= 60);
  }

  @Test
  void aComponentAndALayerTogetherLeaveAtMostFortyEight() {
    assertThat(sizes(entry -> entry.component() + " " + entry.layer()).values())
        .allMatch(size -> size <= 48);
  }

  private static Map<String, Long> sizes(Function<Entry, String> group) {
    return ENTRIES.stream().collect(Collectors.groupingBy(group, Collectors.counting()));
  }
}
