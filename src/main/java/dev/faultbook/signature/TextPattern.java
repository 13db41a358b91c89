package dev.faultbook.signature;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Literal text with gaps and captures, matched by an ordered search for its pieces. */
final class TextPattern extends KnownPattern {
  /** Text between two gaps: literals and captures that follow one another without a gap. */
  record Piece(List<Part> parts) {}

  /** A part of a piece. */
  sealed interface Part {}

  /** Literal text. */
  record Literal(byte[] bytes) implements Part {}

  /** A value of a type. */
  record Capture(String name, CaptureType type) implements Part {}

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  /** Number of first bytes of a literal that are compared together. */
  private static final int HEAD = 4;

  /** Removes the case of letters, so that one search serves patterns of both kinds. */
  private static final int FOLD = 0x20202020;

  private final List<Piece> pieces;
  private final boolean ignoreCase;
  private final boolean foldBlanks;
  private final int[] heads;

  TextPattern(
      String source,
      List<Piece> pieces,
      boolean ignoreCase,
      boolean foldBlanks,
      List<Set<String>> requirements) {
    super(traitsOf(source, pieces, ignoreCase, requirements));
    this.pieces = List.copyOf(pieces);
    this.ignoreCase = ignoreCase;
    this.foldBlanks = foldBlanks;
    this.heads =
        pieces.stream()
            .map(piece -> piece.parts().getFirst())
            .filter(Literal.class::isInstance)
            .map(part -> ((Literal) part).bytes())
            .filter(this::isSolid)
            .mapToInt(TextPattern::headOf)
            .toArray();
  }

  private static PatternTraits traitsOf(
      String source, List<Piece> pieces, boolean ignoreCase, List<Set<String>> requirements) {
    int letters = 0;
    Map<String, CaptureType> types = new HashMap<>();
    for (Part part : pieces.stream().flatMap(piece -> piece.parts().stream()).toList()) {
      switch (part) {
        case Literal literal -> {
          for (byte b : literal.bytes()) {
            letters += b == ' ' ? 0 : 1;
          }
        }
        case Capture capture -> types.put(capture.name(), capture.type());
      }
    }
    return new PatternTraits(
        PatternTraits.Notation.TEXT, source, ignoreCase, requirements, types, letters);
  }

  /** Its text between gaps, in order. */
  List<Piece> pieces() {
    return pieces;
  }

  @Override
  public @Nullable LineMatch findMatch(byte[] b, int from, int to) {
    return mayMatch(b, from, to) ? findMatch(new TextSearch(this, b, to), from) : null;
  }

  /** The match from a position on; the search counts the bytes that it looks at. */
  @Nullable LineMatch findMatch(TextSearch search, int from) {
    int at = from;
    // Positions first, captures only if all pieces match: most candidates fail.
    int[] starts = new int[pieces.size() * 2];
    for (int i = 0; i < pieces.size(); i++) {
      if (!search.findPiece(pieces.get(i), at)) {
        return null;
      }
      starts[2 * i] = search.start();
      starts[2 * i + 1] = search.end();
      at = search.end();
    }
    List<LineMatch.Span> spans = new ArrayList<>(pieces.size());
    Map<String, LineMatch.Span> captures = new LinkedHashMap<>();
    for (int i = 0; i < pieces.size(); i++) {
      search.readCaptures(pieces.get(i), starts[2 * i], captures);
      if (starts[2 * i + 1] > starts[2 * i]) {
        spans.add(new LineMatch.Span(starts[2 * i], starts[2 * i + 1]));
      }
    }
    return new LineMatch(spans, captures);
  }

  /**
   * Whether the heads of the pieces occur in order. Most candidates fail here, where only one small
   * array of the pattern has been loaded.
   */
  private boolean mayMatch(byte[] b, int from, int to) {
    int at = from;
    for (int head : heads) {
      at = nextHead(head, b, at, to);
      if (at < 0) {
        return false;
      }
      at += HEAD;
    }
    return true;
  }

  private static int nextHead(int head, byte[] b, int from, int to) {
    for (int i = from; i + HEAD <= to; i++) {
      if (((int) INT.get(b, i) | FOLD) == head) {
        return i;
      }
    }
    return -1;
  }

  private static int headOf(byte[] literal) {
    return (int) INT.get(literal, 0) | FOLD;
  }

  /** The next position where the literal may begin; the caller verifies it; -1 if there is none. */
  int nextStart(byte[] literal, byte[] b, int from, int to) {
    if (isSolid(literal)) {
      return nextHead(headOf(literal), b, from, to);
    }
    byte first = literal[0];
    if (beginsWithRun(literal)) {
      return nextBlank(b, from, to);
    }
    byte other = ignoreCase && first >= 'a' && first <= 'z' ? (byte) (first - 32) : first;
    for (int i = from; i < to; i++) {
      if (b[i] == first || b[i] == other) {
        return i;
      }
    }
    return -1;
  }

  /** Number of bytes by which {@link #nextStart} decides. */
  int headLength(byte[] literal) {
    return isSolid(literal) ? HEAD : 1;
  }

  /** Whether the literal's first byte represents a run of white space. */
  boolean beginsWithRun(byte[] literal) {
    return foldBlanks && literal[0] == ' ';
  }

  private static int nextBlank(byte[] b, int from, int to) {
    for (int i = from; i < to; i++) {
      if (isBlank(b[i])) {
        return i;
      }
    }
    return -1;
  }

  /** The index after a run of white space. */
  static int blankEnd(byte[] b, int from, int to) {
    int end = from;
    while (end < to && isBlank(b[end])) {
      end++;
    }
    return end;
  }

  /** The index after the text that matches a byte of a literal; {@code at} if it does not match. */
  int byteEnd(byte want, byte[] b, int at, int to) {
    if (foldBlanks && want == ' ') {
      return blankEnd(b, at, to);
    }
    return b[at] == want || ignoreCase && lowerAscii(b[at]) == want ? at + 1 : at;
  }

  /** Whether the literal's first bytes match literally, not a run of white space. */
  private boolean isSolid(byte[] literal) {
    if (literal.length < HEAD) {
      return false;
    }
    return !foldBlanks
        || literal[0] != ' ' && literal[1] != ' ' && literal[2] != ' ' && literal[3] != ' ';
  }

  private static boolean isBlank(byte c) {
    return c == ' ' || c == '\t' || c == '\r';
  }

  private static byte lowerAscii(byte c) {
    return c >= 'A' && c <= 'Z' ? (byte) (c + 32) : c;
  }

  static byte[] toBytes(String text, boolean ignoreCase) {
    byte[] b = text.getBytes(StandardCharsets.UTF_8);
    if (ignoreCase) {
      for (int i = 0; i < b.length; i++) {
        b[i] = lowerAscii(b[i]);
      }
    }
    return b;
  }
}
