package dev.faultbook.content;

import java.util.List;

/**
 * What a search knows about words beyond the pages.
 *
 * @param same groups of words that mean the same; the first of each stands for all
 * @param common words that say nothing about a fault
 * @param uncovered words of subjects that hardly any entry is about
 */
public record SearchWords(List<List<String>> same, List<String> common, List<String> uncovered) {
  /** Nothing. */
  public static final SearchWords NONE = new SearchWords(List.of(), List.of(), List.of());

  public SearchWords {
    same = List.copyOf(same);
    common = List.copyOf(common);
    uncovered = List.copyOf(uncovered);
  }
}
