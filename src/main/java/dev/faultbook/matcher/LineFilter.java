package dev.faultbook.matcher;

import dev.faultbook.log.Chunk;
import dev.faultbook.log.ChunkLines;
import dev.faultbook.log.ChunkLines.Need;
import dev.faultbook.log.Lines;
import dev.faultbook.log.UnwrappedLine;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Knows all literals that anybody looks for in a line, and so who needs the text of a line and of
 * all lines that differ from it in their numbers only. Immutable and thread-safe.
 */
public final class LineFilter {
  private static final byte[] ESCAPED = {'\\', 'u'};

  private final PatternIndex patterns;
  private final Map<Need, TriggerFilter> triggers;

  /** The literals with digits, each run of which is a zero, and the needs of each. */
  private @Nullable LiteralPrefilter numbered;

  private byte[] numberedNeeds = {};

  /**
   * @param triggers the words for which each reader besides the matcher looks
   */
  public LineFilter(PatternIndex patterns, Map<Need, TriggerFilter> triggers) {
    this.patterns = patterns;
    this.triggers = Map.copyOf(triggers);
  }

  /** Collected on first use: a small log needs none. */
  private synchronized LiteralPrefilter numbered() {
    LiteralPrefilter known = numbered;
    if (known == null) {
      Map<String, Integer> needs = new TreeMap<>();
      for (byte[] literal : patterns.literals()) {
        addNumbered(needs, new String(literal, StandardCharsets.UTF_8), Need.PATTERNS);
      }
      triggers.forEach((need, of) -> of.words().forEach(word -> addNumbered(needs, word, need)));
      numberedNeeds = new byte[needs.size()];
      int i = 0;
      for (int need : needs.values()) {
        numberedNeeds[i++] = (byte) need;
      }
      known = LiteralPrefilter.ofLiterals(new ArrayList<>(needs.keySet()));
      numbered = known;
    }
    return known;
  }

  private static void addNumbered(Map<String, Integer> needs, String literal, Need need) {
    byte[] bytes = literal.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8);
    byte[] shape = collapseNumbers(bytes, 0, bytes.length);
    if (!Arrays.equals(shape, bytes) || literal.indexOf('0') >= 0) {
      needs.merge(new String(shape, StandardCharsets.UTF_8), need.bit(), (a, b) -> a | b);
    }
  }

  /** The text with each run of digits replaced by a zero. */
  private static byte[] collapseNumbers(byte[] bytes, int from, int to) {
    byte[] shape = new byte[to - from];
    int n = 0;
    for (int i = from; i < to; i++) {
      boolean digit = bytes[i] >= '0' && bytes[i] <= '9';
      if (!digit) {
        shape[n++] = bytes[i];
      } else if (i == from || bytes[i - 1] < '0' || bytes[i - 1] > '9') {
        shape[n++] = '0';
      }
    }
    return Arrays.copyOf(shape, n);
  }

  /**
   * Creates a reader of the lines of chunks that also finds the needs of lines without a like; for
   * one thread.
   */
  public Function<Chunk, ChunkLines> createReader() {
    LineShapes shapes = new LineShapes(this);
    Search search = new Search();
    return chunk -> {
      ChunkLines lines = shapes.readLines(LineShapes.copyOf(chunk));
      for (int i = lines.first(); i < lines.count(); i++) {
        if (!lines.isRepeated(i)) {
          lines.needs()[i] = search.needsOf(lines.chunk().bytes(), lines.from(i), lines.to(i));
        }
      }
      return lines;
    };
  }

  /** Searches lines; for one thread. */
  final class Search {
    private final CandidateFinder finder = patterns.createFinder();
    private final CandidateFinder numberFinder = numbered().createFinder();
    private int needs;

    /** The needs of {@code bytes[from, to)}, a line, and of all lines of its shape. */
    byte needsOf(byte[] bytes, int from, int to) {
      needs = 0;
      if (holdsEscapedCharacter(bytes, from, to)) {
        // The digits of an escape, backslash u0041, are a letter.
        return ChunkLines.allNeeds();
      }
      searchText(bytes, from, to);
      UnwrappedLine line = UnwrappedLine.of(bytes, from, to);
      if (line.offsets() != null) {
        needs |= Need.UNWRAPPING.bit();
        searchText(line.bytes(), line.from(), line.to());
      }
      int visible = Lines.visibleStart(bytes, from, to);
      if (Lines.indexOf((byte) '\r', bytes, from, to) < to) {
        needs |= Need.UNWRAPPING.bit();
        UnwrappedLine shown = UnwrappedLine.of(bytes, visible, to);
        searchText(shown.bytes(), shown.from(), shown.to());
      }
      if (IrregularLines.findNext(bytes, from, to) < to) {
        byte[] folded = IrregularLines.foldBlanks(line.bytes(), line.from(), line.to());
        searchText(folded, 0, folded.length);
      }
      return (byte) needs;
    }

    private static boolean holdsEscapedCharacter(byte[] bytes, int from, int to) {
      for (int i = Lines.indexOf(ESCAPED[0], bytes, from, to); i + 1 < to; ) {
        if (bytes[i + 1] == ESCAPED[1]) {
          return true;
        }
        i = Lines.indexOf(ESCAPED[0], bytes, i + 1, to);
      }
      return false;
    }

    private void searchText(byte[] bytes, int from, int to) {
      finder.findCandidates(bytes, from, to, (pattern, at) -> needs |= Need.PATTERNS.bit());
      triggers.forEach((need, of) -> needs |= of.scan(bytes, from, to) == 0 ? 0 : need.bit());
      byte[] shape = collapseNumbers(bytes, from, to);
      numberFinder.findCandidates(
          shape, 0, shape.length, (literal, at) -> needs |= numberedNeeds[literal]);
      for (int i = from; i < to; i++) {
        // Chinese phrases are looked for in decoded text. █ of a bar is none.
        boolean bar = bytes[i] == (byte) 0xE2 && i + 2 < to && bytes[i + 1] == (byte) 0x96;
        i += bar ? 2 : 0;
        needs |= bytes[i] < 0 && !bar ? Need.PHRASES.bit() : 0;
      }
    }
  }
}
