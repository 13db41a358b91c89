package dev.faultbook.web;

import java.util.ArrayList;
import java.util.List;

/**
 * Draws the causes and consequences of an entry: causes on the left, the entry, consequences on the
 * right; below one another on a phone. Coordinates are in units of the drawing's view box.
 */
final class Relations {
  /** Most causes, and most consequences, in the drawing; the list below it has all. */
  static final int MOST = 9;

  private static final int BOX = 280;
  private static final int GAP = 44;
  private static final int TALL_WIDTH = 340;
  private static final int INDENT = 26;
  private static final int RAIL = 9;
  private static final int LINE = 17;
  private static final int PADDING = 9;
  private static final int APART = 10;
  private static final int MOST_LINES = 3;

  /** Length of a line in halves of a Chinese character; a Latin letter counts one. */
  private static final int LINE_LENGTH = 35;

  /** The same for the entry itself, whose title is bold. */
  private static final int BOLD_LENGTH = 31;

  private Relations() {}

  /**
   * A node of the drawing.
   *
   * @param title its title
   * @param url address of its page; empty for the entry itself
   * @param kind cause, symptom or benign; {@code self} for the entry, {@code more} for the rest
   * @param role {@code cause}, {@code result} or {@code self}
   */
  public record Node(String title, String url, String kind, String role) {}

  /**
   * A box.
   *
   * @param node the node that it shows
   * @param x left edge
   * @param y upper edge
   * @param width width
   * @param height height
   * @param lines the lines of its title
   */
  public record Box(Node node, int x, int y, int width, int height, List<Words> lines) {
    public Box {
      lines = List.copyOf(lines);
    }

    private int middle() {
      return y + height / 2;
    }
  }

  /** A line of text and its position. */
  public record Words(int x, int y, String text) {}

  /**
   * A drawing.
   *
   * @param shape {@code wide} or {@code tall}
   * @param width width of the view box
   * @param height height of the view box
   * @param boxes the nodes
   * @param arrows SVG paths, from causes to consequences
   */
  public record Drawing(String shape, int width, int height, List<Box> boxes, List<String> arrows) {
    public Drawing {
      boxes = List.copyOf(boxes);
      arrows = List.copyOf(arrows);
    }
  }

  /** The drawings of an entry's relations, for wide and for narrow screens. */
  static List<Drawing> draw(Node self, List<Node> causes, List<Node> results) {
    return List.of(drawWide(self, causes, results), drawTall(self, causes, results));
  }

  private static Drawing drawWide(Node self, List<Node> causes, List<Node> results) {
    int height = Math.max(columnHeight(causes), columnHeight(results));
    height = Math.max(height, createBox(self, 0, 0).height());
    List<Box> boxes = new ArrayList<>();
    List<String> arrows = new ArrayList<>();
    int x = 0;
    List<Box> left = layOutColumn(causes, x, height);
    x += left.isEmpty() ? 0 : BOX + GAP;
    Box centre = createBox(self, x, 0);
    centre = createBox(self, x, (height - centre.height()) / 2);
    List<Box> right = layOutColumn(results, x + BOX + GAP, height);
    for (Box from : left) {
      arrows.add(curveAcross(from, centre));
    }
    for (Box to : right) {
      arrows.add(curveAcross(centre, to));
    }
    boxes.addAll(left);
    boxes.add(centre);
    boxes.addAll(right);
    return new Drawing("wide", x + BOX + (right.isEmpty() ? 0 : GAP + BOX), height, boxes, arrows);
  }

  private static Drawing drawTall(Node self, List<Node> causes, List<Node> results) {
    List<Box> boxes = new ArrayList<>();
    List<String> arrows = new ArrayList<>();
    int y = 0;
    for (Node node : causes) {
      Box box = createBox(node, INDENT, y);
      boxes.add(box);
      y += box.height() + APART;
    }
    Box centre = createBox(self, 0, causes.isEmpty() ? 0 : y + APART);
    for (Box cause : boxes) {
      arrows.add("M" + INDENT + " " + cause.middle() + "H" + RAIL + "V" + (centre.y() - 2));
    }
    if (!boxes.isEmpty()) {
      arrows.add("M" + (RAIL - 5) + " " + (centre.y() - 8) + "l5 7l5 -7");
    }
    boxes.add(centre);
    y = centre.y() + centre.height() + (results.isEmpty() ? 0 : 2 * APART);
    for (Node node : results) {
      Box box = createBox(node, INDENT, y);
      boxes.add(box);
      arrows.add(
          "M"
              + RAIL
              + " "
              + (centre.y() + centre.height())
              + "V"
              + box.middle()
              + "H"
              + (INDENT - 1)
              + "m-7 -5l7 5l-7 5");
      y += box.height() + APART;
    }
    int end = results.isEmpty() ? y : y - APART;
    return new Drawing("tall", TALL_WIDTH, end, boxes, arrows);
  }

  /** A curve with an arrow head from the right edge of one box to the left edge of another. */
  private static String curveAcross(Box from, Box to) {
    int start = from.x() + from.width();
    int half = (start + to.x()) / 2;
    return "M"
        + start
        + " "
        + from.middle()
        + "C"
        + half
        + " "
        + from.middle()
        + " "
        + half
        + " "
        + to.middle()
        + " "
        + (to.x() - 1)
        + " "
        + to.middle()
        + "m-7 -5l7 5l-7 5";
  }

  private static List<Box> layOutColumn(List<Node> nodes, int x, int height) {
    List<Box> boxes = new ArrayList<>();
    int y = (height - columnHeight(nodes)) / 2;
    for (Node node : nodes) {
      Box box = createBox(node, x, y);
      boxes.add(box);
      y += box.height() + APART;
    }
    return boxes;
  }

  private static int columnHeight(List<Node> nodes) {
    int height = nodes.isEmpty() ? 0 : -APART;
    for (Node node : nodes) {
      height += createBox(node, 0, 0).height() + APART;
    }
    return height;
  }

  private static Box createBox(Node node, int x, int y) {
    List<String> lines = breakLines(node.title(), node.url().isEmpty() ? BOLD_LENGTH : LINE_LENGTH);
    List<Words> words = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      words.add(new Words(x + PADDING + 3, y + PADDING + 13 + i * LINE, lines.get(i)));
    }
    return new Box(node, x, y, BOX, 2 * PADDING + LINE * lines.size(), words);
  }

  /** Breaks a title at blanks and between Chinese characters. */
  static List<String> breakLines(String title, int most) {
    List<String> lines = new ArrayList<>();
    String rest = title.strip();
    while (!rest.isEmpty()) {
      int end = fittingLength(rest, most);
      if (end < rest.length() && lines.size() == MOST_LINES - 1) {
        lines.add(rest.substring(0, fittingLength(rest, most - 2)).strip() + "…");
        break;
      }
      lines.add(rest.substring(0, end).strip());
      rest = rest.substring(end).strip();
    }
    return lines;
  }

  /**
   * The number of characters that fit into a line: up to its last break opportunity, if it has one.
   */
  private static int fittingLength(String text, int most) {
    int used = 0;
    int fits = 0;
    int i = 0;
    while (i < text.length()) {
      int c = text.codePointAt(i);
      boolean wide = c >= 0x2e80;
      used += wide ? 2 : 1;
      if (used > most && !Character.isWhitespace(c)) {
        return fits > 0 ? fits : i;
      }
      int next = i + Character.charCount(c);
      boolean apart = wide && "（《“".indexOf(c) < 0 && !mayNotBegin(text, next);
      if (Character.isWhitespace(c) || apart) {
        fits = next;
      }
      i = next;
    }
    return text.length();
  }

  /** Whether the next character is a punctuation mark that must not begin a line. */
  private static boolean mayNotBegin(String text, int at) {
    return at < text.length() && "，。、：；）》？！”".indexOf(text.charAt(at)) >= 0;
  }
}
