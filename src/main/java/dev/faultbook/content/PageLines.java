package dev.faultbook.content;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;
import org.jspecify.annotations.Nullable;

/** The lines of a page, from 0, with the headings and the code blocks that they form. */
final class PageLines {
  private static final Parser PARSER =
      Parser.builder().includeSourceSpans(IncludeSourceSpans.BLOCKS).build();

  private final List<String> lines;
  private final int[] levels;
  private final @Nullable FencedCodeBlock[] code;

  PageLines(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    lines = text.lines().toList();
    levels = new int[lines.size()];
    code = new FencedCodeBlock[lines.size()];
    for (Node node = PARSER.parse(text).getFirstChild(); node != null; node = node.getNext()) {
      if (node instanceof FencedCodeBlock block) {
        Arrays.fill(code, firstOf(block), lastOf(block) + 1, block);
      } else if (node instanceof Heading heading
          && lines.get(firstOf(heading)).startsWith("#".repeat(heading.getLevel()) + " ")) {
        levels[firstOf(heading)] = heading.getLevel();
      }
    }
  }

  private static int firstOf(Node block) {
    return block.getSourceSpans().getFirst().getLineIndex();
  }

  int size() {
    return lines.size();
  }

  String line(int number) {
    return lines.get(number);
  }

  /** The lines without blank ones around them. */
  String join(int from, int to) {
    return String.join("\n", lines.subList(Math.min(from, to), to)).strip();
  }

  String all() {
    return String.join("\n", lines);
  }

  boolean isHeading(int number) {
    return levels[number] > 0;
  }

  /** The lines in a range that are headings of a level, which begin with so many {@code #}. */
  List<Integer> headings(int level, int from, int to) {
    List<Integer> found = new ArrayList<>();
    for (int i = from; i < to; i++) {
      if (levels[i] == level) {
        found.add(i);
      }
    }
    return found;
  }

  /** The code block to which a line belongs, its fences included; empty for prose. */
  Optional<FencedCodeBlock> codeAt(int number) {
    return Optional.ofNullable(code[number]);
  }

  /** Whether a line is a fence around a code block, not code itself. */
  boolean isFence(int number) {
    FencedCodeBlock block = code[number];
    return block != null
        && (number == firstOf(block)
            || number == lastOf(block) && block.getClosingFenceLength() != null);
  }

  /** The last line of a code block. */
  int lastOf(FencedCodeBlock block) {
    return block.getSourceSpans().getLast().getLineIndex();
  }
}
