package dev.faultbook.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class LineLabelsTests {

  /** Labels that stand alone on a line as well. */
  private static final List<String> LABELS =
      List.of(
          "[rank0]: ",
          "[default3]:",
          "(TaskRunner pid=1234) ",
          "(RayTrainWorker pid=1234, ip=10.0.0.3) ",
          "[1,3]<stdout>:",
          "2026-11-21 10:11:12,123 - root - INFO - ",
          "[2026-11-21 10:11:12,123] [INFO] [config.py:12:print] [Rank 0] ",
          "[pod/train-0/main] ",
          "2026-11-21T10:11:12.1234567Z ",
          "2026-11-21T10:11:12.123456789Z stdout F ",
          "0: ",
          "Nov 21 10:11:12 gpu01 train[123]: ",
          "INFO:root:",
          "2026-11-21 10:11:12.123 | INFO     | train:main:12 - ",
          "INFO 11-21 10:11:12 [config.py:12] ",
          "(EngineCore_0 pid=7) INFO 11-21 10:11:12 [config.py:12] ",
          "[12345.678901] ",
          "10:11:12.123 INFO dev.acme.Main - ",
          "I1121 10:11:12.123456  1234 main.cc:12] ");

  /** Labels that only the next line tells from a key. */
  private static final List<String> NAMES =
      List.of("node1: ", "web-1  | ", "algo-1-abcde  | ", "[rank0]: node1: ");

  /** Secrets that only the lines before identify. */
  private static final List<List<String>> TEXTS =
      List.of(
          List.of(
              "db_password",
              "  Extra inputs are not permitted [type=extra_forbidden, input_value='Zk9@tiger77']"),
          List.of("wandb:", "  project: llm", "  key: 0123456789abcdef0123456789abcdef01234567"),
          List.of(
              "wandb: Paste an API key from your profile and hit enter, or press ctrl+c to quit:",
              "0123456789abcdef0123456789abcdef01234567"),
          List.of("    - --api-key", "    - Rt7Kq2mZx7LpW3nRt9bYc"),
          List.of(
              "  \"--access-key\",",
              "  \"A8fK2mQ9xL4pR7tZ\",",
              "  \"--secret-key\",",
              "  \"wq8ZkT5mN2bV\"",
              "],"),
          List.of("      --model", "      x", "      --db-password", "      Tsinghua@888"),
          List.of("  <name>fs.s3a.secret.key</name>", "  <value>HqvldEO3CAf6</value>"),
          List.of("password: |", "  Monkey@2021"),
          List.of("Password:", "Monkey@2021"),
          List.of("HF_TOKEN=hf_AX6TqLmNbVcXzAsDf12", "GJPebg9z5kVGdSqWeRtYu12"),
          List.of("        - name: DB_PASSWORD", "          value: Summer2051!"),
          List.of("        - value: Summer2051!", "          name: DB_PASSWORD"),
          List.of("\"name\": \"REDIS_PASSWORD\",", "\"value\": \"Admin@2022\""),
          List.of("data:", "  a: c3VwZXJzZWNyZXQ=", "kind: Secret", "metadata:", "  name: x"));

  private final Redactor redactor = new Redactor();

  static Stream<String> labels() {
    return Stream.concat(LABELS.stream(), NAMES.stream());
  }

  @ParameterizedTest
  @MethodSource("labels")
  void secretsAreFoundBehindLabels(String label) {
    for (List<String> text : TEXTS) {
      String redacted = redact(String.join("\n", text));
      assertThat(redacted).contains("<secret-1>");
      assertThat(redact(join(text, label, "\n"))).isEqualTo(addTo(redacted, label));
    }
  }

  @ParameterizedTest
  @MethodSource("labels")
  void secretsAreFoundAmongOtherLines(String label) {
    for (List<String> text : TEXTS) {
      List<String> log =
          Stream.of(List.of("starting run"), text, List.of("step 1 loss 2.0"))
              .flatMap(List::stream)
              .toList();
      String expected = "starting run\n" + redact(String.join("\n", text)) + "\nstep 1 loss 2.0";
      assertThat(redact(join(log, label, "\n"))).isEqualTo(addTo(expected, label));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\r\n", "\r\r\n", "\r"})
  void secretsAreFoundWithOtherLineEnds(String lineEnd) {
    for (List<String> text : TEXTS) {
      String expected = redact(String.join("\n", text)).replace("\n", lineEnd);
      assertThat(redact(join(text, "", lineEnd))).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\n", "\\r\\n", "\\\\r\\\\n", "#015#012", "&#13;&#10;"})
  void secretsAreFoundWithEscapedLineEnds(String lineEnd) {
    assertThat(redact("{\"log\":\"password:" + lineEnd + "hunter22" + lineEnd + "\"}"))
        .isEqualTo("{\"log\":\"password:" + lineEnd + "<secret-1>" + lineEnd + "\"}");
  }

  @ParameterizedTest
  @MethodSource("labels")
  void textKeepsItsIndentation(String label) {
    boolean named = NAMES.contains(label);
    int blank = label.endsWith(" ") ? 0 : 1;
    assertThat(LineLabels.textStart(label + "  key: 1", named)).isEqualTo(label.length() + blank);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "key: value",
        "12345678",
        "2026-11-21",
        "10.0.0.1,prod,x",
        "<name>x</name>",
        "(a, b) c",
        "[client]",
        "<secret-1> x",
        "INFORMATION",
        "  - name: x",
        "{\"a\": 1}"
      })
  void otherTextIsNoLabel(String line) {
    assertThat(LineLabels.textStart(line, false)).isZero();
  }

  @Test
  void nameIsLabelOnlyBesideTheSameName() {
    TextLines lines = new TextLines("node1: a\nnode1: b\nnode2: c\nkey: d\n");
    assertThat(
            Stream.generate(lines::advance)
                .takeWhile(Boolean::booleanValue)
                .map(any -> lines.startsWithLabel())
                .toList())
        .containsExactly(true, true, false, false, false);
  }

  @Test
  void headingOfTableNeedsTwoCells() {
    assertThat(redact("\"--access-key\",\n\"A8fK2mQ9\",\n\"--lr\",\n\"0.1\""))
        .isEqualTo("\"--access-key\",\n\"<secret-1>\",\n\"--lr\",\n\"0.1\"");
  }

  private String redact(String text) {
    return redactor.redact(text).text();
  }

  private static String join(List<String> lines, String label, String lineEnd) {
    return lines.stream().map(line -> label + line).collect(Collectors.joining(lineEnd));
  }

  private static String addTo(String text, String label) {
    return join(text.lines().toList(), label, "\n");
  }
}
