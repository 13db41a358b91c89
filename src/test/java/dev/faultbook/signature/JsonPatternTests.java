package dev.faultbook.signature;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
        ".[\"odd key\"] == \"Odd\" and .\"odd key\" == .[\"odd key\"] § true",
        ".name | test(\"^[ab]$\")                           § true",
        ".kind | test(\"POD\")                              § false",
        ".kind | test(\"POD\"; \"i\")                       § true",
        ".kind | contains(\"od\") and endswith(\"d\")       § true",
        ".level | contains(\"4\")                           § false",
        ".level | tostring | contains(\"4\")                § true",
        ".no | not                                          § true",
        "has(\"no\") and (has(\"yes\") | not)               § true",
        ".list | any(. == \"two\") and (all(. == 1) | not)  § true",
        "(.list | length) == 3 and (.name | length) == 1    § true",
        ".name | ascii_upcase == \"A\"                      § true",
        ".empty | type == \"null\"                          § true",
        ".big == 9007199254740993                           § true",
        ".big == 9007199254740992                           § false",
        ".level < \"a\" and .empty < .no                    § true",
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

  @Test
  void answersThatMultiplyEndSoon() throws PatternException {
    String list = "[" + "1,".repeat(20_000) + "1]";
    assertThat(matches(".l[] == .l[]", "{\"kind\":\"Pod\",\"l\":" + list + "}")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '§',
      value = {
        ".kind == \"Crumbling\"                      § [Crumbling] [kind]",
        ".kind != \"Crumbling\" and .phase           § [phase]",
        ".kind == \"first\" or .name == \"second\"   § [first, second]",
        "select(.level == \"fatal\") | .error        § [error] [fatal] [level]",
        ".message | test(\"disk (full|gone)[0-9]\")  § [disk ] [full, gone] [message]",
        ".phase > 3                                  § [phase]",
        ".parts[]? | .weight > 3                     § [parts] [weight]",
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
        ".phase | ltrimstr(\"x\")    § 'ltrimstr' is not known here",
        ".phase ==                   § expected a field",
        ".phase == \"x               § expected \"",
        "(.phase                     § expected )",
        ".phase )                    § expected the end",
        ".phase | test(\"(?=x)\")    § test: ",
        ".phase | test(\"x\"; \"g\") § no flag but",
        ".phase[1.5]                 § number of an element",
        ".phase == \"\\(1)\"         § escape is not known",
        "~~                          § expected a field",
      })
  void aBadQuestionIsExplained(String question, String fault) {
    assertThatThrownBy(() -> JsonPattern.compile(question))
        .isInstanceOf(PatternException.class)
        .hasMessageContaining(fault);
  }

  @Test
  void aDeepQuestionIsRefused() {
    assertThatThrownBy(() -> JsonPattern.compile("(".repeat(900) + ".phase" + ")".repeat(900)))
        .hasMessageContaining("nested too deeply");
    assertThatThrownBy(() -> JsonPattern.compile(".phase // ".repeat(150) + ".x"))
        .hasMessageContaining("nested too deeply");
    assertThatThrownBy(() -> JsonPattern.compile(".phase ".repeat(900)))
        .hasMessageContaining("longer than");
  }
}
