package dev.faultbook.signature;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Literal text with gaps and captures, matched by an ordered search for its pieces. */
final class TextPattern implements LinePattern {
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

  private final String source;
  private final List<Piece> pieces;
  private final boolean ignoreCase;
  private final boolean foldBlanks;
  private final List<Set<String>> requirements;
  private final int specificity;
  private final int[] heads;

  TextPattern(
      String source,
      List<Piece> pieces,
      boolean ignoreCase,
      boolean foldBlanks,
      List<Set<String>> requirements) {
    this.source = source;
    this.pieces = List.copyOf(pieces);
    this.ignoreCase = ignoreCase;
    this.foldBlanks = foldBlanks;
    this.requirements = List.copyOf(requirements);
    int letters = 0;
    for (Piece piece : pieces) {
      for (Part part : piece.parts()) {
        if (part instanceof Literal literal) {
          for (byte b : literal.bytes()) {
            letters += b == ' ' ? 0 : 1;
          }
        }
      }
    }
    this.specificity = letters;
    this.heads =
        pieces.stream()
            .map(piece -> piece.parts().getFirst())
            .filter(Literal.class::isInstance)
            .map(part -> ((Literal) part).bytes())
            .filter(this::isSolid)
            .mapToInt(TextPattern::headOf)
            .toArray();
  }

  @Override
  public String source() {
    return source;
  }

  @Override
  public StoredPattern.Notation notation() {
    return StoredPattern.Notation.TEXT;
  }

  @Override
  public List<Set<String>> requiredLiterals() {
    return requirements;
  }

  @Override
  public Map<String, CaptureType> captureTypes() {
    return pieces.stream()
        .flatMap(piece -> piece.parts().stream())
        .filter(Capture.class::isInstance)
        .map(Capture.class::cast)
        .collect(Collectors.toUnmodifiableMap(Capture::name, Capture::type));
  }

  @Override
  public boolean ignoreCase() {
    return ignoreCase;
  }

  @Override
  public int specificity() {
    return specificity;
  }

  @Override
  public @Nullable LineMatch findMatch(byte[] b, int from, int to) {
    if (!mayMatch(b, from, to)) {
      return null;
    }
    int[] ends = new int[1];
    int at = from;
    // Positions first, captures only if all pieces match: most candidates fail.
    int[] starts = new int[pieces.size() * 2];
    for (int i = 0; i < pieces.size(); i++) {
      int start = findPiece(pieces.get(i), b, at, to, ends);
      if (start < 0) {
        return null;
      }
      starts[2 * i] = start;
      starts[2 * i + 1] = ends[0];
      at = ends[0];
    }
    List<LineMatch.Span> spans = new ArrayList<>(pieces.size());
    Map<String, LineMatch.Span> captures = new LinkedHashMap<>();
    for (int i = 0; i < pieces.size(); i++) {
      pieceEnd(pieces.get(i), b, starts[2 * i], to, captures);
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

  private int findPiece(Piece piece, byte[] b, int from, int to, int[] endOut) {
    Part first = piece.parts().get(0);
    for (int start = from; start <= to; start++) {
      if (first instanceof Literal literal) {
        start = nextStart(literal.bytes(), b, start, to);
        if (start < 0) {
          return -1;
        }
      } else if (start > from
          && first instanceof Capture capture
          && capture.type() != CaptureType.TEXT
          && insideRun(capture.type(), b, start, to)) {
        continue;
      }
      int end = pieceEnd(piece, b, start, to, null);
      if (end >= 0) {
        endOut[0] = end;
        return start;
      }
    }
    return -1;
  }

  /** A typed capture at the beginning of a piece takes the whole run, never its tail. */
  private static boolean insideRun(CaptureType type, byte[] b, int start, int to) {
    return start < to && type.findEnd(b, start - 1, start + 1) == start + 1;
  }

  /** The next position where the literal may begin; the caller verifies it. */
  private int nextStart(byte[] literal, byte[] b, int from, int to) {
    if (isSolid(literal)) {
      return nextHead(headOf(literal), b, from, to);
    }
    byte first = literal[0];
    if (first == ' ' && foldBlanks) {
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

  private static int nextBlank(byte[] b, int from, int to) {
    for (int i = from; i < to; i++) {
      if (isBlank(b[i])) {
        return i;
      }
    }
    return -1;
  }

  /** The index after the piece if it matches at {@code start}; otherwise -1. */
  private int pieceEnd(
      Piece piece, byte[] b, int start, int to, @Nullable Map<String, LineMatch.Span> captures) {
    int at = start;
    List<Part> parts = piece.parts();
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      int end;
      if (part instanceof Capture capture) {
        Literal next = i + 1 < parts.size() && parts.get(i + 1) instanceof Literal l ? l : null;
        end = captureEnd(capture.type(), next, b, at, to);
        if (end >= 0 && captures != null) {
          captures.put(capture.name(), new LineMatch.Span(at, end));
        }
      } else {
        end = literalEnd(((Literal) part).bytes(), b, at, to);
      }
      if (end < 0) {
        return -1;
      }
      at = end;
    }
    return at;
  }

  /** The end of a value, before the next literal if there is one; -1 if there is none. */
  private int captureEnd(CaptureType type, @Nullable Literal next, byte[] b, int at, int to) {
    if (type == CaptureType.TEXT) {
      return textEnd(next, b, at, to);
    }
    int end = typedEnd(type, next, b, at, to);
    return end == at ? -1 : end;
  }

  private int textEnd(@Nullable Literal next, byte[] b, int at, int to) {
    int most = Math.min(to, at + CaptureType.LONGEST);
    if (next == null) {
      int end = at;
      while (end < most && b[end] != '\r') {
        end++;
      }
      return end;
    }
    int i = at;
    while (i <= most) {
      int start = nextStart(next.bytes(), b, i, to);
      if (start < 0 || start > most) {
        return -1;
      }
      if (literalEnd(next.bytes(), b, start, to) >= 0) {
        return start;
      }
      i = start + 1;
    }
    return -1;
  }

  /**
   * The end of a capture's value. If the following literal does not start there, the value is
   * shortened: {@code ({master:host}, } matches {@code (node-1., }, and {@code {peer:host}<}
   * matches {@code 10.0.0.1<29500>}.
   */
  private int typedEnd(CaptureType type, @Nullable Literal next, byte[] b, int at, int to) {
    int end = type.findEnd(b, at, to);
    if (end == at || next == null) {
      return end;
    }
    int furthest = type.findFurthestEnd(b, at, to);
    if (furthest == at || literalEnd(next.bytes(), b, end, to) >= 0) {
      return end;
    }
    for (int i = furthest; i > at; i--) {
      if (literalEnd(next.bytes(), b, i, to) >= 0) {
        return i;
      }
    }
    return end;
  }

  private int literalEnd(byte[] literal, byte[] b, int start, int to) {
    int at = start;
    for (byte want : literal) {
      if (at >= to) {
        return -1;
      }
      int next = byteEnd(want, b, at, to);
      if (next == at) {
        return -1;
      }
      at = next;
    }
    return at;
  }

  /** The index after the text that matches a byte of a literal; {@code at} if it does not match. */
  private int byteEnd(byte want, byte[] b, int at, int to) {
    if (foldBlanks && want == ' ') {
      int end = at;
      while (end < to && isBlank(b[end])) {
        end++;
      }
      return end;
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

  @Override
  public String toString() {
    return source;
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
