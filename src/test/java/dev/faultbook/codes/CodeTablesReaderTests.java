package dev.faultbook.codes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.content.ContentFiles;
import dev.faultbook.diagnosis.KnowledgeReader;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Verifies that each error in a code table is reported with its file and line. */
class CodeTablesReaderTests {
  private static final String ACTIONS =
      """
      actions:
        - id: reboot
          retry: {verdict: after_action, action: reboot}
          text: {en: Reboot., zh: R}
      """;
  private static final String XID =
      """
      family: xid
      name: {en: Xid, zh: Xid}
      about: {en: About, zh: About}
      layer: gpu
      spellings: [xid]
      sources:
        - https://example.org/xid
      rows:
        - code: "79"
          meaning: {en: Lost., zh: L}
          action: reboot
      """;

  @Test
  void aRightTableHasNoFaults() {
    assertThat(faults(XID)).isEmpty();
  }

  @Test
  void anUnknownActionIsNamed() {
    assertThat(faults(XID.replace("action: reboot", "action: restart")))
        .containsExactly(
            "codes/xid.yaml:9: A family needs rows",
            "codes/xid.yaml:11: There is no action 'restart' in codes/actions.yaml");
  }

  @Test
  void aMissingTranslationIsNamed() {
    assertThat(faults(XID.replace("{en: Lost., zh: L}", "{en: Lost.}")))
        .containsExactly("codes/xid.yaml:10: 'zh' is missing");
  }

  @Test
  void anEntryThatDoesNotExistIsNamed() {
    assertThat(faults(XID + "    entry: nowhere\n"))
        .containsExactly("codes/xid.yaml:12: There is no entry 'nowhere'");
  }

  @Test
  void anEndingIsOneOfTheKnownOnes() {
    assertThat(faults(XID + "    ends: node_failure\n")).isEmpty();
    assertThat(faults(XID + "    ends: soon\n")).hasSize(1).first().asString().contains("ends");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {line: 'Xid {code}', words: ["xid 7"]}            | ~~
          {line: 'Xid {code}', words: ["xid"]}              | 'words' are lower-case texts of 5 bytes or more
          {line: 'Xid {code}', words: ["XID 7"]}            | 'words' are lower-case texts of 5 bytes or more
          {line: 'Xid', words: ["xid 7"]}                   | A line without 'reach' and 'code' needs {code}
          {line: 'Xid ({code}', words: ["xid 7"]}           | The pattern is wrong
          {line: 'Xid', words: ["xid 7"], reach: far}       | 'reach' is a number
          """)
  void aLookHasTriggersAndAPattern(String look, String fault) {
    String table = XID.replace("rows:", "looks:\n  - " + look + "\nrows:");
    assertThat(String.join("\n", faults(table))).contains(fault);
    assertThat(faults(table).isEmpty()).isEqualTo(fault.isEmpty());
  }

  @Test
  void aCodeThatStandsTwiceIsNamed() {
    String row = XID.substring(XID.indexOf("  - code"));
    assertThat(faults(XID + row)).containsExactly("codes/xid.yaml:12: '79' stands twice");
  }

  @Test
  void anUnknownFamilyAndAMissingFileAreNamed() {
    Map<String, byte[]> files = new TreeMap<>();
    files.put("codes/xyz.yaml", XID.getBytes(UTF_8));
    assertThat(read(files))
        .anyMatch(fault -> fault.equals("codes/actions.yaml: The file is missing"));
    files.put("codes/actions.yaml", ACTIONS.getBytes(UTF_8));
    assertThat(read(files))
        .anyMatch(fault -> fault.startsWith("codes/xyz.yaml: There is no family"));
  }

  private static List<String> faults(String xid) {
    return read(
        Map.of(
            "codes/actions.yaml", ACTIONS.getBytes(UTF_8), "codes/xid.yaml", xid.getBytes(UTF_8)));
  }

  private static List<String> read(Map<String, byte[]> files) {
    return KnowledgeReader.readFiles(new ContentFiles("test", files)).errors().stream()
        .map(Object::toString)
        .filter(fault -> fault.startsWith("codes/"))
        .toList();
  }
}
