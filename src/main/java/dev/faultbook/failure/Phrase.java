package dev.faultbook.failure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Text that occurs in a message: literal pieces in order, with any text between them.
 *
 * @param ignoresCase whether case does not matter
 * @param pieces the pieces, each with its possible spellings
 */
record Phrase(boolean ignoresCase, List<List<Spelling>> pieces) {
  /** Fewer bytes are no trigger; see {@link dev.faultbook.matcher.TriggerFilter}. */
  private static final int MIN_TRIGGER = 5;

  private static final String WORD_END = "\\b";

  /** One spelling of a piece. */
  private record Spelling(String text, boolean atStart, boolean atEnd, boolean endsWord) {
    static Spelling parse(String written) {
      boolean start = written.startsWith("^");
      boolean end = written.endsWith("$");
      boolean word = written.endsWith(WORD_END);
      int behind = end ? 1 : word ? WORD_END.length() : 0;
      String text = written.substring(start ? 1 : 0, written.length() - behind);
      return new Spelling(text, start, end, word);
    }

    /** The end of its first occurrence at or behind an index; -1 if there is none. */
    int endIn(String message, int from) {
      if (atEnd && !atStart) {
        int at = message.length() - text.length();
        return at >= from && message.endsWith(text) ? message.length() : -1;
      }
      int at = atStart ? message.startsWith(text) ? 0 : -1 : message.indexOf(text, from);
      while (at >= 0 && endsWord && isLetterAt(message, at + text.length())) {
        at = message.indexOf(text, at + 1);
      }
      return at < 0 || atEnd && text.length() != message.length() ? -1 : at + text.length();
    }

    private static boolean isLetterAt(String message, int at) {
      return at < message.length() && TextScan.isLetter(message.charAt(at));
    }

    int triggerLength() {
      return text.chars().allMatch(c -> c < 128 || Character.isIdeographic(c)) ? text.length() : 0;
    }
  }

  /** Reads {@code ~^{srun: |sbatch: }…out of memory$}; see {@code formats.txt}. */
  static Phrase parse(String written) {
    boolean folds = written.startsWith("~");
    List<List<Spelling>> pieces = new ArrayList<>();
    int from = folds ? 1 : 0;
    while (from < written.length()) {
      int gap = written.indexOf('…', from);
      int end = gap < 0 ? written.length() : gap;
      if (end > from) {
        pieces.add(parsePiece(written.substring(from, end)));
      }
      from = end + 1;
    }
    return new Phrase(folds, pieces);
  }

  /** {@code {a|b}}, with the marks of start and end inside or outside of the braces. */
  private static List<Spelling> parsePiece(String written) {
    int open = written.startsWith("^{") ? 1 : 0;
    int close = written.length() - (written.endsWith("}$") ? 2 : 1);
    if (!written.startsWith("{", open) || !written.startsWith("}", close)) {
      if (written.startsWith("{", open)) {
        throw new IllegalArgumentException("A choice is a whole piece, without '…': " + written);
      }
      return List.of(Spelling.parse(written));
    }
    List<Spelling> spellings = new ArrayList<>();
    int from = open + 1;
    while (from <= close) {
      int bar = written.indexOf('|', from);
      int end = bar < 0 || bar > close ? close : bar;
      String one = written.substring(from, end);
      spellings.add(
          Spelling.parse(written.substring(0, open) + one + written.substring(close + 1)));
      from = end + 1;
    }
    return spellings;
  }

  boolean isIn(String message) {
    return endIn(message) >= 0;
  }

  /** The index behind the phrase in a message; -1 if it does not occur. */
  int endIn(String message) {
    String text = ignoresCase ? message.toLowerCase(Locale.ROOT) : message;
    int at = 0;
    for (List<Spelling> piece : pieces) {
      at = firstEnd(piece, text, at);
      if (at < 0) {
        return -1;
      }
    }
    return at;
  }

  private static int firstEnd(List<Spelling> piece, String text, int from) {
    int first = -1;
    for (Spelling one : piece) {
      int end = one.endIn(text, from);
      first = first < 0 || end >= 0 && end < first ? end : first;
    }
    return first;
  }

  /**
   * Words, one of which occurs in every message with the phrase: the piece whose shortest spelling
   * is the longest.
   */
  List<String> triggers() {
    List<Spelling> best =
        pieces.stream()
            .max(
                Comparator.comparingInt(Phrase::triggerLength)
                    .thenComparingInt(piece -> -piece.size()))
            .filter(piece -> triggerLength(piece) >= MIN_TRIGGER)
            .orElseThrow(() -> new IllegalArgumentException("No trigger in " + this));
    return best.stream().map(one -> one.text().toLowerCase(Locale.ROOT)).toList();
  }

  private static int triggerLength(List<Spelling> piece) {
    return piece.stream().mapToInt(Spelling::triggerLength).min().orElse(0);
  }
}
