package dev.faultbook.redaction;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/**
 * Kubernetes manifests of Secrets over several lines, as {@code kubectl get secret -o yaml} and
 * {@code -o json} print them. All values below {@code data} and {@code stringData} are redacted,
 * whatever their keys. Manifests in one line are those of {@link SecretMaps}.
 *
 * <p>{@code kubectl} sorts the keys, so that {@code kind: Secret} follows {@code data}. Therefore
 * the text is read once before it is redacted. A map ends where its indentation ends; memory and
 * time are linear in the number of lines.
 */
final class SecretManifests {

  private static final String DATA = "data";
  private static final String STRING_DATA = "stringData";
  private static final String KIND = "Secret";
  private static final int LONGEST_TYPE = 60;
  private static final Set<String> TYPES =
      Set.of(
          "Opaque",
          "kubernetes.io/tls",
          "kubernetes.io/basic-auth",
          "kubernetes.io/ssh-auth",
          "kubernetes.io/dockercfg",
          "kubernetes.io/dockerconfigjson",
          "kubernetes.io/service-account-token");

  /** A map that has not ended, with the lines of its data. */
  private static final class OpenMap {
    final int column;
    boolean secret;
    final List<Integer> values = new ArrayList<>();
    final List<Integer> contents = new ArrayList<>();

    OpenMap(int column) {
      this.column = column;
    }
  }

  /** Numbers of the lines {@code key: value}, counted from zero. */
  private final BitSet values = new BitSet();

  /** Numbers of the lines of values that have several lines. */
  private final BitSet contents = new BitSet();

  private final Deque<OpenMap> maps = new ArrayDeque<>();

  /** Whether the current line may be part of the data of the innermost map. */
  private boolean inData;

  /** Column of the keys of the data; -1 before the first one. */
  private int dataColumn = -1;

  private int lineNumber = -1;

  SecretManifests(String text) {
    if (text.contains(KIND) || text.contains(STRING_DATA)) {
      readText(text);
    }
  }

  /**
   * Redacts the values of the next line of the text, if it is part of a Secret.
   *
   * @param named whether the line starts with a name that is a label
   */
  String redactLine(String line, boolean named, Placeholders placeholders) {
    lineNumber++;
    boolean value = values.get(lineNumber);
    if (!value && !contents.get(lineNumber)) {
      return line;
    }
    int start = LineLabels.textStart(line, named);
    String program = line.substring(start);
    RedactedSpans spans = new RedactedSpans();
    if (value) {
      takeValue(program, spans);
    } else {
      take(program, YamlLine.of(program).indent(), program.length(), spans);
    }
    return line.substring(0, start) + spans.replaceIn(program, placeholders);
  }

  private static void takeValue(String line, RedactedSpans spans) {
    int at = YamlLine.of(line).value();
    if (line.startsWith("{", at)) {
      SecretMaps.takeMap(line, at + 1, spans);
      return;
    }
    if (at == line.length() || "|>[".indexOf(line.charAt(at)) >= 0) {
      return;
    }
    SecretValue value = SecretValue.at(line, at, line.length());
    if (!ValueRule.isNullOrMask(line, value)) {
      take(line, value.start(), value.quoted() ? value.end() : line.length(), spans);
    }
  }

  private static void take(String line, int start, int end, RedactedSpans spans) {
    if (!Placeholders.startsAt(line, start)) {
      spans.add(start, TextRuns.trimmedEnd(line, start, end), SecretKind.SECRET);
    }
  }

  private void readText(String text) {
    TextLines lines = new TextLines(text);
    for (int number = 0; lines.advance(); number++) {
      String line = lines.line();
      String program = line.substring(LineLabels.textStart(line, lines.startsWithLabel()));
      if (!program.isBlank()) {
        readLine(program, YamlLine.of(program), number);
      }
    }
    closeMaps(-1);
  }

  private void readLine(String line, YamlLine yaml, int number) {
    if (inData && readData(yaml, number)) {
      return;
    }
    inData = false;
    if (!yaml.hasKey()) {
      boolean bracket =
          "{}[],".indexOf(line.stripTrailing().charAt(line.stripTrailing().length() - 1)) >= 0;
      closeMaps(bracket || yaml.isItem() ? yaml.indent() : yaml.indent() - 1);
      return;
    }
    closeMaps(yaml.isItem() ? yaml.indent() : yaml.column());
    OpenMap map = maps.peek();
    if (map == null || map.column != yaml.column()) {
      map = new OpenMap(yaml.column());
      maps.push(map);
    }
    if (yaml.key().equals(DATA) || yaml.key().equals(STRING_DATA)) {
      inData = true;
      dataColumn = -1;
      if (line.startsWith("{", yaml.value())) {
        map.values.add(number); // data: {password: …}
      }
    }
    map.secret |= yaml.key().equals(STRING_DATA) || isSecretType(line, yaml);
  }

  /** Whether the line is {@code kind: Secret} or the type of a Secret. */
  private static boolean isSecretType(String line, YamlLine yaml) {
    String key = yaml.key();
    if (!key.equals("kind") && !key.equals("type")) {
      return false;
    }
    SecretValue value = SecretValue.at(line, yaml.value(), LONGEST_TYPE);
    String type = line.substring(value.start(), Math.max(value.start(), value.end()));
    return key.equals("kind") ? type.equals(KIND) : TYPES.contains(type);
  }

  /** Whether the line is part of the data of the innermost map. */
  private boolean readData(YamlLine yaml, int number) {
    OpenMap map = maps.element();
    if (yaml.indent() <= map.column) {
      return false;
    }
    if (dataColumn < 0 && yaml.hasKey()) {
      dataColumn = yaml.column();
    }
    if (yaml.hasKey() && yaml.column() == dataColumn) {
      map.values.add(number);
      return true;
    }
    if (dataColumn >= 0 && yaml.indent() > dataColumn) {
      map.contents.add(number);
      return true;
    }
    return false;
  }

  /** Ends the maps whose keys are to the right of a column. */
  private void closeMaps(int column) {
    while (!maps.isEmpty() && maps.element().column > column) {
      OpenMap map = maps.pop();
      if (map.secret) {
        map.values.forEach(values::set);
        map.contents.forEach(contents::set);
      }
    }
  }
}
