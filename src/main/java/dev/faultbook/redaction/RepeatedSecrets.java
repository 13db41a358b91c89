package dev.faultbook.redaction;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Secrets that occur again without the name that identified them: {@code HF_TOKEN=…} in the
 * environment of a job, and later {@code 401 for …}. Only values that look random are searched for,
 * because {@code password=training} must not redact every mention of training.
 *
 * <p>Each word of the text is followed in a trie, at most to the depth {@link #MAX_DEPTH}, so that
 * the time is linear in the length of the text.
 */
final class RepeatedSecrets {

  /** Signs of calls and of placeholders. {@code password = decode(v)} is code, not a secret. */
  private static final String CODE = "()[]{}<>\"'";

  private static final int MIN_LENGTH = 8;
  private static final int MIN_LENGTH_WITHOUT_DIGIT = 16;

  /** Characters compared of a long value. They identify it; the rest is taken from the text. */
  private static final int MAX_DEPTH = 64;

  /** Most nodes of the trie, about 10 MB. Further values are redacted only where they are named. */
  private static final int MAX_NODES = 100_000;

  private static final class Node {
    private final Map<Character, Node> next = new HashMap<>(2);
    private @Nullable String value;
  }

  private final Placeholders placeholders;
  private final Node root = new Node();
  private int nodes;

  /** Creates a search for the secrets that have a placeholder so far. */
  RepeatedSecrets(Placeholders placeholders) {
    this.placeholders = placeholders;
    placeholders.valuesOf(SecretKind.SECRET).stream()
        .filter(RepeatedSecrets::looksUnique)
        .forEach(this::add);
  }

  /**
   * Whether a value is unlikely to occur by chance: eight characters with letters and digits, or
   * sixteen with other signs than letters.
   */
  static boolean looksUnique(String value) {
    boolean letter = false;
    boolean digit = false;
    boolean sign = false;
    for (int i = 0; i < value.length() && i < MAX_DEPTH; i++) {
      char c = value.charAt(i);
      letter |= TextRuns.isLetter(c);
      digit |= TextRuns.isDigit(c);
      sign |= c > ' ' && !TextRuns.isLetterOrDigit(c);
      if (CODE.indexOf(c) >= 0) {
        return false;
      }
    }
    int min = digit ? MIN_LENGTH : MIN_LENGTH_WITHOUT_DIGIT;
    return letter && (digit || sign) && value.length() >= min && value.charAt(0) != '/';
  }

  private void add(String value) {
    Node node = root;
    for (int i = 0; i < value.length() && i < MAX_DEPTH; i++) {
      Node next = node.next.get(value.charAt(i));
      if (next == null) {
        if (nodes == MAX_NODES) {
          return;
        }
        nodes++;
        next = new Node();
        node.next.put(value.charAt(i), next);
      }
      node = next;
    }
    node.value = value;
  }

  /** Replaces the secrets with their placeholders. Returns the same text if it has none. */
  String replaceIn(String text) {
    if (root.next.isEmpty()) {
      return text;
    }
    StringBuilder out = new StringBuilder();
    int done = 0;
    int i = 0;
    while (i < text.length()) {
      String value = isStart(text, i) ? valueAt(text, i) : null;
      if (value == null) {
        i++;
        continue;
      }
      out.append(text, done, i).append(placeholders.placeholderFor(SecretKind.SECRET, value));
      i += Math.min(value.length(), MAX_DEPTH);
      if (value.length() > MAX_DEPTH) {
        i = tokenEnd(text, i);
      }
      done = i;
    }
    return done == 0 ? text : out.append(text, done, text.length()).toString();
  }

  /**
   * Returns the longest value that starts at a position and ends with a word; null if none does.
   */
  private @Nullable String valueAt(String text, int start) {
    Node node = root.next.get(text.charAt(start));
    String longest = null;
    for (int i = start + 1; node != null; i++) {
      if (node.value != null && isEnd(text, i, node.value)) {
        longest = node.value;
      }
      node = i < text.length() ? node.next.get(text.charAt(i)) : null;
    }
    return longest;
  }

  /**
   * Whether a word starts at a position. The letter of an escaped line break does not belong to the
   * word, as in {@code \nhf_…}; the number of a placeholder is not a word.
   */
  private static boolean isStart(String text, int at) {
    if (at == 0 || !TextRuns.isLetterOrDigit(text.charAt(at))) {
      return true;
    }
    char before = text.charAt(at - 1);
    if (before == '<') {
      return !Placeholders.startsAt(text, at - 1);
    }
    boolean escape = at > 1 && text.charAt(at - 2) == '\\' && "nrt".indexOf(before) >= 0;
    return escape || !TextRuns.isLetterOrDigit(before);
  }

  private static boolean isEnd(String text, int end, String value) {
    return value.length() > MAX_DEPTH
        || end >= text.length()
        || !TextRuns.isLetterOrDigit(text.charAt(end))
        || !TextRuns.isLetterOrDigit(text.charAt(end - 1));
  }

  private static int tokenEnd(String text, int from) {
    int i = from;
    while (i < text.length()
        && (TextRuns.isLetterOrDigit(text.charAt(i)) || "+/=_.-".indexOf(text.charAt(i)) >= 0)) {
      i++;
    }
    return i;
  }
}
