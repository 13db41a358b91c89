package dev.faultbook.redaction;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Tells for each line of a text which of many literals it holds, without regard to case, in one
 * pass over the text. Most lines of a log hold none, so that nothing else needs to read them.
 * Literals are found by their first three characters, because many have no more.
 */
final class TriggeredLines {

  /** Classes of characters, in bits: a letter is in one with its capital, others share one. */
  private static final int CLASS = 6;

  /** Where a public IP address may be: around a full stop before a digit, or a colon. */
  private static final List<String> AROUND_ADDRESS =
      List.of(".0", ".1", ".2", ".3", ".4", ".5", ".6", ".7", ".8", ".9", ":");

  private record Literal(String text, int number) {}

  /**
   * The classes of three characters with which a literal begins; one with fewer, of any that
   * follow.
   */
  private final BitSet beginnings = new BitSet(1 << 3 * CLASS);

  private final List<List<Literal>> byFirst = new ArrayList<>();

  private final int addressBit;
  private final PublicAddress addresses;

  /** Receives the lines of a text in order. */
  interface LineReader {
    /**
     * Reads the line in {@code [start, end)}, without its line feed.
     *
     * @param hits numbers of the literals in this line, and {@link #addressBit}; valid during the
     *     call
     */
    void readLine(int start, int end, BitSet hits);
  }

  TriggeredLines(List<String> literals, PublicAddress addresses) {
    this.addresses = addresses;
    for (int first = 0; first < 1 << CLASS; first++) {
      byFirst.add(new ArrayList<>());
    }
    addressBit = literals.size();
    for (int i = 0; i < literals.size(); i++) {
      add(new Literal(literals.get(i), i));
    }
    AROUND_ADDRESS.forEach(sign -> add(new Literal(sign, addressBit)));
  }

  private void add(Literal literal) {
    int length = Math.min(3, literal.text.length());
    int classes = 0;
    for (int i = 0; i < length; i++) {
      classes = classes << CLASS | classOf(literal.text.charAt(i));
    }
    int others = (3 - length) * CLASS;
    beginnings.set(classes << others, classes + 1 << others);
    byFirst.get(classOf(literal.text.charAt(0))).add(literal);
  }

  /** The bit of a line that may hold a public IP address. */
  int addressBit() {
    return addressBit;
  }

  /** Reads all lines; those without hits, too. */
  void readLines(String text, LineReader reader) {
    BitSet hits = new BitSet(addressBit + 1);
    int start = 0;
    while (start < text.length()) {
      int feed = text.indexOf('\n', start);
      int end = feed < 0 ? text.length() : feed;
      findIn(text, start, end, hits);
      reader.readLine(start, end, hits);
      hits.clear();
      start = end + 1;
    }
  }

  private void findIn(String text, int start, int end, BitSet hits) {
    int classes = 0;
    for (int i = end - 1; i >= start; i--) {
      classes = classOf(text.charAt(i)) << 2 * CLASS | classes >> CLASS;
      if (beginnings.get(classes)) {
        findAt(text, i, hits);
      }
    }
  }

  private void findAt(String text, int at, BitSet hits) {
    for (Literal literal : byFirst.get(classOf(text.charAt(at)))) {
      if (text.regionMatches(true, at, literal.text, 0, literal.text.length())
          && (literal.number != addressBit
              || !hits.get(addressBit) && addresses.mayBeAround(text, at))) {
        hits.set(literal.number);
      }
    }
  }

  private static int classOf(char c) {
    return c < '@' ? c & 0x3f : c & 0x1f;
  }
}
