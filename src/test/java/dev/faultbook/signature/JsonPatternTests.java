package dev.faultbook.signature;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonPatternTests {
  private static final String POD =
      """
      {"kind":"Pod","name":"a","level":40,"list":[1,"two",{"deep":[true,null]}],\
      "spec":{"volumes":[{"name":"v1","nfs":null},{"name":"v2","nfs":{"server":"s"}}]},\
      "empty":null,"no":false,"big":9007199254740993,"odd key":"Odd"}\
      """;

  private static boolean matches(String question, String line) throws PatternException {
    byte[] bytes = line.getBytes(UTF_8);
    // A condition that is always true supplies the literal that every pattern needs.
    return JsonPattern.compile("(.kind | startswith(\"Pod\")) and (" + question + ")")
            .findMatch(bytes, 0, bytes.length)
        != null;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '§',
      quoteCharacter = '~',
      value = {
        ".kind == \"Pod\"                                   § true",
        ".kind != \"Pod\"                                   § false",
        ".level >= 40 and .level < 41                       § true",
        ".level > 40 or .name == \"a\"                      § true",
        ".missing == null                                   § true",
        ".missing.deeper == null                            § true",
        ".kind.deeper == null                               § false",
        ".kind.deeper? == null                              § false",
        ".list[0] == 1 and .list[-1].deep[0]                § true",
        ".list[] == \"two\"                                 § true",
        ".list[].deep                                       § false",
        ".list[].deep?                                      § true",
        ".spec.volumes[]? | (.nfs != null)                  § true",
        ".spec.volumes[] | select(.nfs.server == \"s\") | .name == \"v2\" § true",
        ".missing[]? | .x                                   § false",
        ".missing[]                                         § false",
        "(.missing // 0) != 0                               § false",
        "(.no // .empty // \"third\") == \"third\"          § true",
        ".[\"odd key\"] == \"Odd\" and .\"odd key\"                  § true",
        ".kind | contains(\"od\") and endswith(\"d\")       § true",
        ".level | contains(\"4\")                           § false",
        ".no | not                                          § true",
        "has(\"no\") and (has(\"yes\") | not)               § true",
        ".level < \"a\" and .empty < false                  § true",
      })
  void answersAsJqDoes(String question, boolean yes) throws PatternException {
    assertThat(matches(question, POD)).isEqualTo(yes);
  }

  @Test
  void whatIsNoJsonDoesNotMatch() throws PatternException {
    assertThat(matches(".level", "")).isFalse();
    assertThat(matches(".level", "{\"kind\":\"Pod\",\"level\":40")).isFalse();
    assertThat(matches(".level", "[" + "[".repeat(100_000))).isFalse();
    assertThat(matches(".level", "{\"a\":" + "[".repeat(100_000))).isFalse();
    assertThat(matches(".level", "2026-01-05 app: " + POD + " end")).isTrue();
  }

  /** Whatever computes, repeats, reads more than the line, or multiplies, is not compiled. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "input",
        "env.HOME",
        "$ENV.HOME",
        "..",
        ".. | .phase",
        "recurse",
        "range(1000000000)",
        "[range(9)]",
        "repeat(.)",
        "limit(3; .phase)",
        "def f: f; f",
        "reduce .l[] as $x (0; . + 1)",
        ".phase * 1000000000",
        ".phase | test(\"(a+)+$\")",
        ".phase | split(\"a\")",
        ".phase == \"\\(.phase)\"",
        ".l[] == .l[]",
        ".l == .phase",
        ".l[] | select(.phase == \"a\") | .l[]",
        "{phase}",
        ".phase = 1",
        "try error(.phase)",
        "label $out | .phase",
        "import \"a\" as a; .phase",
        "@base64",
        "has(.phase)",
      })
  void onlyTheSelectionOfFieldsIsCompiled(String query) {
    assertThatThrownBy(() -> JsonPattern.compile(query)).isInstanceOf(PatternException.class);
  }

  /** One list per query, so the time is linear in the line. */
  @Test
  void theLongestLineIsAnsweredSoon() throws PatternException {
    String conditions = ".x? == 1 or ".repeat(20) + ".x? == 2";
    String list = "[" + "{},".repeat(43_000) + "{}]";
    assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () ->
            assertThat(
                    matches(".l[] | (" + conditions + ")", "{\"kind\":\"Pod\",\"l\":" + list + "}"))
                .isFalse());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '§',
      value = {
        ".kind == \"Crumbling\"                      § [Crumbling] [kind]",
        ".kind != \"Crumbling\" and .phase           § [phase]",
        ".kind == \"first\" or .name == \"second\"   § [first, second]",
        "select(.level == \"fatal\") | .error        § [error] [fatal] [level]",
        ".phase > 3                                  § [phase]",
        ".parts[]? | .weight > 3                     § [weight]",
        "((.phase == \"open\") == false) and .level  § [level]",
        ".path == \"a/b/c/d\" and .phase             § [path] [phase]",
      })
  void requiresWhatEveryMatchingLineHolds(String question, String literals)
      throws PatternException {
    assertThat(
            JsonPattern.compile(question).requiredLiterals().stream()
                .map(any -> any.stream().sorted().toList().toString())
                .sorted()
                .collect(Collectors.joining(" ")))
        .isEqualTo(literals);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '§',
      quoteCharacter = '~',
      value = {
        ".a == 1                     § no field or text of four characters",
        ".phase == null              § no field or text of four characters",
        "(.phase // 1) != 0          § no field or text of four characters",
        ".phase | ltrimstr(\"x\")    § at column 10: 'ltrimstr' is not known",
        ".phase ==                   § not a query of jq",
        ".phase == \"x               § at column 11: '\"' is not known",
        "(.phase                     § not a query of jq",
        ".phase )                    § not a query of jq",
        ".phase[1.5]                 § at column 7: '[' is not known",
        ".phase == .other            § is compared with a text or a number",
        "~~                          § not a query of jq",
      })
  void aBadQueryIsExplained(String query, String fault) {
    assertThatThrownBy(() -> JsonPattern.compile(query))
        .isInstanceOf(PatternException.class)
        .hasMessageContaining(fault);
  }

  @Test
  void aDeepQueryIsRefused() {
    assertThatThrownBy(() -> JsonPattern.compile("(".repeat(900) + ".phase" + ")".repeat(900)))
        .hasMessageContaining("too many");
    assertThatThrownBy(() -> JsonPattern.compile(".phase // ".repeat(150) + ".x"))
        .hasMessageContaining("too many");
    assertThatThrownBy(() -> JsonPattern.compile(".phase ".repeat(900)))
        .hasMessageContaining("longer than");
  }
}
