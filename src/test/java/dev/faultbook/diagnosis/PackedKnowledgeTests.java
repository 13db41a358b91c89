package dev.faultbook.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.content.Entry;
import dev.faultbook.content.ExampleLog;
import dev.faultbook.content.Language;
import dev.faultbook.content.ValueReader;
import dev.faultbook.content.ValueWriter;
import dev.faultbook.report.Report;
import dev.faultbook.report.ReportWriter;
import dev.faultbook.search.PageHit;
import dev.faultbook.signature.Condition;
import dev.faultbook.signature.LinePattern;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Verifies that the restored content equals the content that was packed. */
class PackedKnowledgeTests {
  private static final Knowledge READ = ShippedCatalogue.knowledge();
  private static final Map<PackedKnowledge.Part, byte[]> PARTS = PackedKnowledge.compile(READ);
  private static final Knowledge RESTORED = PackedKnowledge.restore(PARTS::get);

  @Test
  void theShippedContentIsTheSameRestoredAsRead() throws ReflectiveOperationException {
    assertThat(READ.entries()).isNotEmpty();
    assertSame("content", READ.content(), RESTORED.content());
    assertSame("tables", READ.compatibility().tables(), RESTORED.compatibility().tables());
    assertSame("codes", READ.codes(), RESTORED.codes());
  }

  @Test
  void searchesFindTheSameInThePackedIndex() {
    for (String question : List.of("shm too small", "out of memory", "OutOfMemoryError", "显存")) {
      for (Language language : Language.values()) {
        assertThat(ids(RESTORED, question, language))
            .isNotEmpty()
            .containsExactlyInAnyOrderElementsOf(ids(READ, question, language));
      }
    }
  }

  private static List<String> ids(Knowledge knowledge, String question, Language language) {
    return knowledge.pages().find(question, language, 1000).hits().stream()
        .map(PageHit::entry)
        .toList();
  }

  @Test
  void everyRestoredPatternAndConditionCompiles() throws ReflectiveOperationException {
    byte[] line = "nothing of interest".getBytes(StandardCharsets.UTF_8);
    int patterns = 0;
    for (Entry entry : RESTORED.entries()) {
      for (var signature : entry.signatures()) {
        for (LinePattern part : signature.parts()) {
          part.findMatch(line, 0, line.length);
          patterns++;
        }
        signature.unless().forEach(part -> part.pattern().findMatch(line, 0, line.length));
        signature.where().ifPresent(Condition::factNames);
      }
    }
    assertThat(patterns).isGreaterThan(2000);
  }

  @Test
  void diagnosesAreTheSameWithRestoredContent() {
    Diagnoser read = ShippedCatalogue.diagnoser();
    Diagnoser restored = new Diagnoser(RESTORED);
    List<String> different = new ArrayList<>();
    for (Entry entry : READ.entries()) {
      ExampleLog log = entry.logs().getFirst();
      if (!report(read, log).equals(report(restored, log))) {
        different.add(entry.id() + "/" + log.name());
      }
    }
    assertThat(different).isEmpty();
  }

  /** The report without its last line, which states the elapsed time. */
  private static String report(Diagnoser diagnoser, ExampleLog log) {
    String text =
        ReportWriter.toText(
            Report.fromDiagnosis(diagnoser.diagnose(log.bytes()), Language.ZH), Language.ZH, "");
    return text.substring(0, text.stripTrailing().lastIndexOf('\n'));
  }

  @Test
  void restoringTheCoreAsksForNoTexts() {
    Set<PackedKnowledge.Part> asked = EnumSet.noneOf(PackedKnowledge.Part.class);
    Knowledge restored =
        PackedKnowledge.restore(
            part -> {
              asked.add(part);
              return PARTS.get(part);
            });
    assertThat(asked).containsExactly(PackedKnowledge.Part.CORE);
    assertThat(restored.entries().getFirst().pageIn(Language.EN).title()).isNotEmpty();
    assertThat(asked).containsExactly(PackedKnowledge.Part.CORE, PackedKnowledge.Part.PAGES);
  }

  @Test
  void valuesOfAnotherProgramAreRefused() {
    ValueWriter writer = new ValueWriter();
    writer.addRoot(new Shape("a", 1));
    String written = new String(writer.toBytes(), StandardCharsets.ISO_8859_1);
    assertThat(new ValueReader(written.getBytes(StandardCharsets.ISO_8859_1)).readRoot(0))
        .isEqualTo(new Shape("a", 1));
    byte[] other = written.replace("first", "FIRST").getBytes(StandardCharsets.ISO_8859_1);
    assertThatThrownBy(() -> new ValueReader(other).readRoot(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("packed for another");
    assertThatThrownBy(() -> new ValueReader(new byte[64]))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** A record to pack. */
  record Shape(String first, int second) {}

  /** Compares records component by component, because patterns do not implement {@code equals}. */
  private static void assertSame(String place, Object expected, Object actual)
      throws ReflectiveOperationException {
    switch (expected) {
      case LinePattern pattern ->
          assertThat(((LinePattern) actual).traits()).as(place).isEqualTo(pattern.traits());
      case Condition condition -> {
        assertThat(actual).as(place).hasToString(condition.toString());
        assertThat(((Condition) actual).factNames()).as(place).isEqualTo(condition.factNames());
      }
      case Optional<?> optional -> {
        assertThat(((Optional<?>) actual).isPresent()).as(place).isEqualTo(optional.isPresent());
        if (optional.isPresent()) {
          assertSame(place, optional.get(), ((Optional<?>) actual).get());
        }
      }
      case List<?> list -> {
        assertThat((List<?>) actual).as(place).hasSameSizeAs(list);
        Iterator<?> actualItems = ((List<?>) actual).iterator();
        for (int i = 0; i < list.size(); i++) {
          assertSame(place + "[" + i + "]", list.get(i), actualItems.next());
        }
      }
      case Map<?, ?> map -> {
        assertThat(((Map<?, ?>) actual).keySet()).as(place).isEqualTo(map.keySet());
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          assertSame(place, entry.getValue(), ((Map<?, ?>) actual).get(entry.getKey()));
        }
      }
      case Record whole -> {
        assertThat(actual).as(place).hasSameClassAs(whole);
        for (RecordComponent component : whole.getClass().getRecordComponents()) {
          component.getAccessor().setAccessible(true);
          assertSame(
              place + "." + component.getName(),
              component.getAccessor().invoke(whole),
              component.getAccessor().invoke(actual));
        }
      }
      case byte[] bytes -> assertThat((byte[]) actual).as(place).isEqualTo(bytes);
      case null, default -> assertThat(actual).as(place).isEqualTo(expected);
    }
  }
}
