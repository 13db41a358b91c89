package dev.faultbook.signature;

import dev.faultbook.signature.TextPattern.Capture;
import dev.faultbook.signature.TextPattern.Literal;
import dev.faultbook.signature.TextPattern.Part;
import dev.faultbook.signature.TextPattern.Piece;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One search for the pieces of a pattern in a line.
 *
 * <p>A line may hold the beginning of a piece many times, and each of them may fail far behind it.
 * Whether the parts from a position on match depends on nothing but the position. So a search
 * remembers for each part where it was last tried, because it failed there, and the range in which
 * the literal behind a capture does not begin. Every byte is then looked at a bounded number of
 * times.
 */
final class TextSearch {
  private static final int NOWHERE = -1;

  private final TextPattern pattern;
  private final byte[] b;
  private final int to;
  private int start;
  private int end;
  private long looked;

  /** Before this position, a literal that was not found does not begin. */
  private int searched;

  // What is known of the parts of a piece; null until a first start of it has failed.
  private int @Nullable [] tried;
  private int[] absentFrom = {};
  private int[] absentTo = {};

  TextSearch(TextPattern pattern, byte[] b, int to) {
    this.pattern = pattern;
    this.b = b;
    this.to = to;
  }

  /** The first byte of the piece that was found. */
  int start() {
    return start;
  }

  /** The index after the piece that was found. */
  int end() {
    return end;
  }

  /** Number of bytes looked at so far. */
  long lookedBytes() {
    return looked;
  }

  /** Finds the first match of a piece. */
  boolean findPiece(Piece piece, int from) {
    tried = null;
    List<Part> parts = piece.parts();
    return switch (parts.getFirst()) {
      case Literal literal -> findFromLiteral(piece, literal, from);
      case Capture capture when capture.type() == CaptureType.TEXT -> findFromText(piece, from);
      case Capture capture -> findFromTyped(piece, capture.type(), from);
    };
  }

  private boolean findFromLiteral(Piece piece, Literal first, int from) {
    int at = nextStart(first, from, to);
    while (at >= 0) {
      if (matchPiece(piece, 0, at)) {
        start = at;
        return true;
      }
      at = nextStart(first, afterFailed(first, at), to);
    }
    return false;
  }

  /** Text before a literal: all its beginnings before one occurrence match alike. */
  private boolean findFromText(Piece piece, int from) {
    Literal next = (Literal) piece.parts().get(1);
    int lower = from;
    int at = findLiteral(next, lower, to);
    while (at >= 0) {
      if (matchPiece(piece, 1, at)) {
        start = Math.max(lower, at - CaptureType.MAX_LENGTH);
        return true;
      }
      lower = afterFailed(next, at);
      at = findLiteral(next, lower, to);
    }
    return false;
  }

  private boolean findFromTyped(Piece piece, CaptureType type, int from) {
    int at = from;
    while (at <= to) {
      if (at > from && isInsideRun(type, at)) {
        at++;
      } else if (matchPiece(piece, 0, at)) {
        start = at;
        return true;
      } else {
        at = Math.max(at + 1, type.hasOneRun() ? runEnd(type, at) : at);
      }
    }
    return false;
  }

  private int runEnd(CaptureType type, int at) {
    int last = Math.max(type.findEnd(b, at, to), type.findFurthestEnd(b, at, to));
    looked += last - at;
    return last;
  }

  /** A typed capture at the beginning of a piece takes the whole run, never its tail. */
  private boolean isInsideRun(CaptureType type, int at) {
    looked += 2;
    return at < to && type.findEnd(b, at - 1, at + 1) == at + 1;
  }

  /** Matches the parts of a piece from one of them on; sets {@link #end}. */
  private boolean matchPiece(Piece piece, int first, int from) {
    List<Part> parts = piece.parts();
    int at = from;
    for (int i = first; i < parts.size(); i++) {
      if (tried != null) {
        if (tried[i] == at) {
          return false;
        }
        tried[i] = at;
      }
      at = partEnd(parts, i, at);
      if (at < 0) {
        if (tried == null && i > first) {
          forgetParts(parts.size());
        }
        return false;
      }
    }
    end = at;
    return true;
  }

  private void forgetParts(int count) {
    int[] none = new int[count];
    Arrays.fill(none, NOWHERE);
    tried = none;
    absentFrom = new int[count];
    absentTo = none.clone();
  }

  /** Reads the values of a piece that matches at a position. */
  void readCaptures(Piece piece, int from, Map<String, LineMatch.Span> captures) {
    tried = null;
    List<Part> parts = piece.parts();
    int at = from;
    for (int i = 0; i < parts.size(); i++) {
      int next = partEnd(parts, i, at);
      if (parts.get(i) instanceof Capture capture) {
        captures.put(capture.name(), new LineMatch.Span(at, next));
      }
      at = next;
    }
  }

  /** The end of a part; below 0 if it does not match. */
  private int partEnd(List<Part> parts, int i, int at) {
    return switch (parts.get(i)) {
      case Literal literal -> literalEnd(literal, at);
      case Capture capture -> {
        Literal next = i + 1 < parts.size() && parts.get(i + 1) instanceof Literal l ? l : null;
        if (capture.type() != CaptureType.TEXT) {
          int last = typedEnd(capture.type(), next, at);
          yield last == at ? NOWHERE : last;
        }
        yield next == null ? textEnd(at) : textEnd(i, next, at);
      }
    };
  }

  private int textEnd(int at) {
    int most = Math.min(to, at + CaptureType.MAX_LENGTH);
    int last = at;
    while (last < most && b[last] != '\r') {
      last++;
    }
    looked += last - at;
    return last;
  }

  private int textEnd(int part, Literal next, int at) {
    int most = Math.min(to, at + CaptureType.MAX_LENGTH);
    if (tried == null) {
      return findLiteral(next, at, most);
    }
    boolean known = absentFrom[part] <= at && at <= absentTo[part];
    int from = known ? absentTo[part] : at;
    if (!known) {
      absentFrom[part] = at;
    }
    int found = findLiteral(next, from, most);
    absentTo[part] = found < 0 ? searched : found;
    return found;
  }

  /**
   * The end of a capture's value. If the following literal does not start there, the value is
   * shortened: {@code ({master:host}, } matches {@code (node-1., }, and {@code {peer:host}<}
   * matches {@code 10.0.0.1<29500>}.
   */
  private int typedEnd(CaptureType type, @Nullable Literal next, int at) {
    int last = type.findEnd(b, at, to);
    looked += last - at + 1;
    if (last == at || next == null) {
      return last;
    }
    int furthest = type.findFurthestEnd(b, at, to);
    looked += furthest - at;
    if (furthest == at || literalEnd(next, last) >= 0) {
      return last;
    }
    for (int i = furthest; i > at; i--) {
      if (literalEnd(next, i) >= 0) {
        return i;
      }
    }
    return last;
  }

  /**
   * The first occurrence of a literal that begins at or before {@code last}; below 0 if there is
   * none. Sets {@link #searched}.
   */
  private int findLiteral(Literal literal, int from, int last) {
    int limit = Math.min(to, last + pattern.headLength(literal.bytes()));
    searched = Math.max(from, last + 1);
    int at = nextStart(literal, from, limit);
    while (at >= 0 && literalEnd(literal, at) < 0) {
      int next = afterFailed(literal, at);
      searched = Math.max(searched, next);
      at = nextStart(literal, next, limit);
    }
    return at;
  }

  private int nextStart(Literal literal, int from, int limit) {
    int at = pattern.nextStart(literal.bytes(), b, from, limit);
    looked += Math.max(0, (at < 0 ? limit : at) - from);
    return at;
  }

  /** Where to go on behind a failure: any other beginning in a run of white space fails too. */
  private int afterFailed(Literal literal, int at) {
    if (!pattern.beginsWithRun(literal.bytes())) {
      return at + 1;
    }
    int next = TextPattern.blankEnd(b, at, to);
    looked += next - at;
    return next;
  }

  private int literalEnd(Literal literal, int from) {
    int at = from;
    for (byte want : literal.bytes()) {
      int next = at < to ? pattern.byteEnd(want, b, at, to) : at;
      if (next == at) {
        looked += at - from + 1;
        return NOWHERE;
      }
      at = next;
    }
    looked += at - from;
    return at;
  }
}
