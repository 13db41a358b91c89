package dev.faultbook.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;

class SignatureParserTests {

  private static List<Signature> parse(String yaml) throws PatternException {
    return SignatureParser.parse(
        new Compose(LoadSettings.builder().build()).composeString(yaml).orElseThrow(), false);
  }

  private static Signature signature(String yaml) throws PatternException {
    return parse(yaml).getFirst();
  }

  @Test
  void aTextIsOneLine() throws PatternException {
    assertThat(signature("'CUDA out of memory'").form()).isInstanceOf(Form.Line.class);
  }

  @Test
  void severalLinesWithinAWindow() throws PatternException {
    Signature all =
        signature(
            """
            all:
              - "Watchdog caught collective operation timeout"
              - regex: 'CUDA (out) of memory'
            within: 500 lines
            ranks: any
            unless: "Traceback"
            weak: true
            """);
    assertThat(all.form()).isInstanceOf(Form.All.class);
    assertThat(all.parts()).hasSize(2);
    assertThat(all.form().window()).isEqualTo(new Form.Window(500, 0));
    assertThat(all.form().anyRank()).isTrue();
    assertThat(all.weak()).isTrue();
    assertThat(all.unless()).hasSize(1);
  }

  @Test
  void aSequenceWithCountsAndLinesThatForbidNearIt() throws PatternException {
    Signature sequence =
        signature(
            """
            sequence:
              - {line: "first of it", times: 3}
              - {json: '.level == "fatal"'}
            within: 2 min
            unless:
              - "anywhere in the log"
              - {regex: 'shutting down', anchor: 1, slide: -30s, within: 1 min}
            """);
    assertThat(sequence.form())
        .isInstanceOfSatisfying(
            Form.Sequence.class,
            form -> assertThat(form.lines()).extracting(Form.Part::times).containsExactly(3, 1));
    assertThat(sequence.source()).isEqualTo("3 × first of it → .level == \"fatal\"");
    assertThat(sequence.unless().get(0).stretch()).isEmpty();
    assertThat(sequence.unless().get(1).stretch())
        .contains(new Signature.Stretch(1, -30_000, 60_000));
    assertThat(sequence.needsTimes()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '§',
      quoteCharacter = '~',
      value = {
        "{sequence: [alone]}                                     § sequence: needs at least two",
        "{all: [{line: text, times: 0}, other]}                  § times: takes 1 to 1000",
        "{all: [{line: text, times: 600}, {line: other, times: 600}]} § at most 64 different",
        "{all: [{line: text, often: 2}, other]}                  § 'often' is not known here",
        "{all: [{times: 2}, other]}                              § Expected a line pattern",
        "{line: text, unless: [{line: other, anchor: -1}]}       § anchor: is the number",
        "{line: text, unless: [{line: other, within: 5 lines}]}  § in seconds or minutes",
        "{json: '.a'}                                            § no field or text of four",
        "{json: '.level', all: [text, other]}                    § exactly one of line",
      })
  void faultsOfSeveralLinesAreExplained(String yaml, String fault) {
    assertThatThrownBy(() -> parse(yaml)).hasMessageContaining(fault);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '§',
      quoteCharacter = '~',
      value = {
        "'a b c' § no literal word of four characters",
        "'{a} and {b}' § no literal word of four characters",
        "'value {a:number} here' § is not a capture type: use int",
        "'value {A} here' § write {name}",
        "'value {a here' § has no }",
        "'value \\x here' § write \\\\ for a backslash",
        "'value {a:int} and {a:int}' § stands twice",
        "'value {a}{b} here' § need literal text between them",
        "{regex: '[0-9]+'} § no literal that every matching line must hold",
        "{regex: 'abc(|d)'} § no literal that every matching line must hold",
        "{regex: 'error(?=x)'} § not RE2 syntax",
        "{regex: '(error'} § not RE2 syntax",
        "{line: 'text here', regex: 'text'} § exactly one of line, regex, json, all",
        "{line: 'text here', lien: 'x'} § 'lien' is not known here",
        "{all: ['only one line']} § at least two lines",
        "{line: 'text here', within: soon} § takes lines, seconds or minutes",
        "{line: 'text {a:int} here', where: '{a} >'} § ends where a value is expected",
        "[1, 2] § a text, or a map with line",
      })
  void aFaultSaysWhatToWriteInstead(String yaml, String message) {
    assertThatThrownBy(() -> parse(yaml))
        .hasMessageContaining(message)
        .isInstanceOfSatisfying(
            PatternException.class, fault -> assertThat(fault.line()).isEqualTo(1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '§',
      quoteCharacter = '~',
      value = {
        "Xid \\(PCI:(?P<pci>[0-9a-f:.]+)\\): 79, § Xid (PCI:",
        "(abcd|efgh)+ tail § abcd,efgh",
        "colou?rs and numbers § rs and numbers",
        "a{0,3}literal § literal",
        "[xyz]+needle.*haystack § haystack",
        "(?:one (?:deep|down) inside) § deep,down",
        "(?:loss: [a-z]+ error|loss=overflow) § ~ error,loss=overflow~",
        "a torch +[0-9] § ~a torch ~",
      })
  void aRegularExpressionStatesItsLiterals(String regex, String literals) throws PatternException {
    assertThat(RegexPattern.compile(regex, false).requiredLiterals())
        .anySatisfy(any -> assertThat(any).containsExactlyInAnyOrder(literals.split(",", -1)));
  }

  @Test
  void requiredLiteralsAreReallyRequired() {
    assertThat(RequiredLiterals.fromRegex("loss.: .nan|oss=nan", false))
        .containsExactly(java.util.Set.of("loss", "oss=nan"), java.util.Set.of("nan", "oss=nan"));
    assertThat(RequiredLiterals.fromRegex("needle|other", false)).hasSize(1);
    assertThat(RequiredLiterals.fromRegex("(needle)?", false)).isEmpty();
    assertThat(RequiredLiterals.fromRegex("(needle)*x", false))
        .isEqualTo(List.of(java.util.Set.of("x")));
    assertThat(RequiredLiterals.fromRegex("(?i)needle", false)).isEmpty();
    assertThat(RequiredLiterals.fromRegex("needle|", false)).isEmpty();
    assertThat(RequiredLiterals.fromRegex("\\Qneedle\\E", false)).isEmpty();
  }
}
