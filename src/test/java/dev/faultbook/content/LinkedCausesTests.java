package dev.faultbook.content;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.diagnosis.Knowledge;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Verifies that each cause to which a page links is also related in the metadata: one of the two
 * entries explains the other, or a differential test tells them apart. The section on look-alikes
 * is exempt.
 */
class LinkedCausesTests {
  private static final Pattern LINK = Pattern.compile("\\]\\(entry:([a-z0-9-]+)\\)");

  /**
   * Links to entries that are not a cause of the page's own fault, with the reason for each link.
   */
  private static final Map<String, String> NOT_CAUSES =
      Map.ofEntries(
          Map.entry("amdgpu-page-fault amd-gpu-not-in-build", "what another build's failure says"),
          Map.entry("autograd-graph-freed autograd-inplace-modified", "what a wrong fix leads to"),
          Map.entry(
              "checkpoint-pickled-class-missing artifact-newer-than-library", "the same for NumPy"),
          Map.entry(
              "cloud-gpu-sku-unsupported cloud-gpu-capacity",
              "how the text goes on when it is that"),
          Map.entry(
              "compiled-extension-not-built source-tree-shadows-package", "how to tell that case"),
          Map.entry(
              "container-rootless-device-rules-denied nvml-lost-in-container",
              "what a wrong fix leads to"),
          Map.entry("disk-full disk-quota-exceeded", "another errno"),
          Map.entry("loss-scale-skip-notice loss-scale-exhausted", "what follows when it goes on"),
          Map.entry("mpi-library-missing mpi-singleton-ranks", "what a wrong fix leads to"),
          Map.entry("rate-limited quota-exceeded", "what it must not be taken for"));

  @Test
  void everyCauseThatAPageNamesIsRelated() {
    Knowledge content = ShippedCatalogue.knowledge();
    Map<String, Entry> entries = new HashMap<>();
    content.entries().forEach(entry -> entries.put(entry.id(), entry));
    Set<String> unrelated = new TreeSet<>();
    for (Entry entry : content.entries()) {
      for (Page page : entry.pages().values()) {
        for (Page.Section section : page.sections()) {
          Matcher link = LINK.matcher(section.key().equals("apart") ? "" : section.markdown());
          while (link.find()) {
            if (!areRelated(entry, entries.get(link.group(1)))) {
              unrelated.add(entry.id() + " " + link.group(1));
            }
          }
        }
      }
    }
    assertThat(unrelated).isEqualTo(new TreeSet<>(NOT_CAUSES.keySet()));
  }

  private static boolean areRelated(Entry one, Entry other) {
    return one.id().equals(other.id())
        || one.explains().contains(other.id())
        || other.explains().contains(one.id())
        || one.differentialTests().stream().anyMatch(t -> t.from().equals(other.id()))
        || other.differentialTests().stream().anyMatch(t -> t.from().equals(one.id()));
  }
}
