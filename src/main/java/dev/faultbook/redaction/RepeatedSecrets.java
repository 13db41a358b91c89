package dev.faultbook.redaction;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Secrets that occur again without the name that identified them: {@code HF_TOKEN=…} in the
 * environment of a job, and later {@code 401 for …}. Only values that look random are searched for,
 * because {@code password=training} must not redact every mention of training.
 *
 * <p>The values are sorted, and each word of the text is searched for among them by its first
 * {@link #MAX_DEPTH} characters, so that the time is linear in the length of the text and grows
 * with the logarithm of the number of values.
 */
final class RepeatedSecrets {

  /** Signs of calls and of placeholders. {@code password = decode(v)} is code, not a secret. */
  private static final String CODE = "()[]{}<>\"'";

  private static final int MIN_LENGTH = 8;
  private static final int MIN_LENGTH_WITHOUT_DIGIT = 16;

  /** Characters compared of a long value. They identify it; the rest is taken from the text. */
  private static final int MAX_DEPTH = 64;

  /** Number of hashes of the first two characters, a power of two. */
  private static final int STARTS = 1 << 16;

  private final Placeholders placeholders;

  /** The values in order, cut to {@link #MAX_DEPTH} characters. */
  private final List<String> keys = new ArrayList<>();

  /** The whole values of {@link #keys}; of several with the same key, one. */
  private final List<String> values = new ArrayList<>();

  /** For each key, the index of the longest other key that it starts with; -1 without one. */
  private final int[] parents;

  /** The first two characters of the keys, as a hash. */
  private final BitSet starts = new BitSet(STARTS);

  /** Creates a search for the secrets that have a placeholder so far. */
  RepeatedSecrets(Placeholders placeholders) {
    this.placeholders = placeholders;
    placeholders.valuesOf(SecretKind.SECRET).stream()
        .filter(RepeatedSecrets::looksUnique)
        .sorted()
        .forEach(this::add);
    parents = new int[keys.size()];
    for (int i = 0; i < parents.length; i++) {
      int parent = i - 1;
      while (parent >= 0 && !keys.get(i).startsWith(keys.get(parent))) {
        parent = parents[parent];
      }
      parents[i] = parent;
    }
  }

  /**
   * Whether a value is unlikely to occur by chance: eight characters with letters and digits, or
   * sixteen with other signs than those of names.
   */
  static boolean looksUnique(String value) {
    boolean letter = false;
    boolean digit = false;
    boolean sign = false;
    for (int i = 0; i < value.length() && i < MAX_DEPTH; i++) {
      char c = value.charAt(i);
      letter |= TextRuns.isLetter(c);
      digit |= TextRuns.isDigit(c);
      sign |= c > ' ' && !TextRuns.isNamePart(c) && c != ':';
      if (CODE.indexOf(c) >= 0) {
        return false;
      }
    }
    int min = digit ? MIN_LENGTH : MIN_LENGTH_WITHOUT_DIGIT;
    return letter && (digit || sign) && value.length() >= min && value.charAt(0) != '/';
  }

  private void add(String value) {
    String key = value.substring(0, Math.min(value.length(), MAX_DEPTH));
    if (keys.isEmpty() || !keys.getLast().equals(key)) {
      keys.add(key);
      values.add(value);
      starts.set(startHash(value, 0));
    }
  }

  private static int startHash(String text, int at) {
    return (text.charAt(at) * 31 + text.charAt(at + 1)) & (STARTS - 1);
  }

  /** Replaces the secrets with their placeholders. Returns the same text if it has none. */
  String replaceIn(String text) {
    if (keys.isEmpty()) {
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
    if (start + 1 >= text.length() || !starts.get(startHash(text, start))) {
      return null;
    }
    // Every key that the text continues with is the last key that is not greater, or a parent of
    // it.
    for (int i = lastNotGreater(text, start); i >= 0; i = parents[i]) {
      String value = values.get(i);
      if (text.startsWith(keys.get(i), start) && isEnd(text, start + keys.get(i).length(), value)) {
        return value;
      }
    }
    return null;
  }

  /** Index of the last key that is not greater than the text at a position; -1 if none is. */
  private int lastNotGreater(String text, int start) {
    int low = 0;
    int high = keys.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (isGreater(keys.get(middle), text, start)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low - 1;
  }

  private static boolean isGreater(String key, String text, int start) {
    int length = Math.min(key.length(), text.length() - start);
    for (int i = 0; i < length; i++) {
      int difference = key.charAt(i) - text.charAt(start + i);
      if (difference != 0) {
        return difference > 0;
      }
    }
    return key.length() > length;
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
