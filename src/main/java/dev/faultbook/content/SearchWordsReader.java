package dev.faultbook.content;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Reads {@value #FILE}. */
final class SearchWordsReader {
  static final String FILE = "synonyms.yaml";

  private SearchWordsReader() {}

  /** The words of a content folder; none if it has no such file. */
  static SearchWords read(ContentFiles files, ContentErrors faults) {
    byte[] bytes = files.files().get(FILE);
    return bytes == null
        ? SearchWords.NONE
        : YamlMap.parse(FILE, bytes, faults)
            .map(root -> read(new YamlMap(FILE, root, faults), faults))
            .orElse(SearchWords.NONE);
  }

  private static SearchWords read(YamlMap yaml, ContentErrors faults) {
    yaml.allowOnly(Set.of("same", "common", "uncovered"));
    List<List<String>> same = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (Node group : yaml.readItems("same")) {
      List<String> words = new ArrayList<>();
      if (group instanceof SequenceNode sequence) {
        for (Node word : sequence.getValue()) {
          if (word instanceof ScalarNode scalar && seen.add(scalar.getValue())) {
            words.add(scalar.getValue());
          } else {
            faults.add(FILE, YamlMap.lineOf(word), "same: a word that is no text or occurs twice");
          }
        }
      }
      if (words.size() < 2) {
        faults.add(
            FILE, YamlMap.lineOf(group), "same: must be a list of lists of two or more words");
      } else {
        same.add(words);
      }
    }
    return new SearchWords(same, yaml.readTexts("common"), yaml.readTexts("uncovered"));
  }
}
