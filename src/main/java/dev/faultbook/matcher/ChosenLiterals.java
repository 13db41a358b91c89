package dev.faultbook.matcher;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The literals by which patterns are found, in a form that can be packed.
 *
 * @param bytes the bytes of all literals, one after the other
 * @param numbers four numbers for each literal: its length, the place of its scheme, the offset of
 *     its window, and twice its pattern's number, plus one if ASCII case is ignored
 * @param companions for each pattern four bytes of a second literal, with ASCII letters
 *     case-folded, or {@link #NONE}; a candidate line without them, as most are, is rejected before
 *     anything of the pattern has been loaded from memory
 */
public record ChosenLiterals(byte[] bytes, int[] numbers, int[] companions) {
  /** The companion of a pattern with one literal. */
  static final int NONE = 0;

  private static final int NUMBERS = 4;

  static ChosenLiterals of(List<LiteralPrefilter.Anchor> anchors, int[] companions) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int[] numbers = new int[NUMBERS * anchors.size()];
    int n = 0;
    for (LiteralPrefilter.Anchor anchor : anchors) {
      bytes.writeBytes(anchor.bytes());
      numbers[n++] = anchor.bytes().length;
      numbers[n++] = anchor.form().place();
      numbers[n++] = anchor.window();
      numbers[n++] = 2 * anchor.owner() + (anchor.foldCase() ? 1 : 0);
    }
    return new ChosenLiterals(bytes.toByteArray(), numbers, companions);
  }

  List<LiteralPrefilter.Anchor> toAnchors() {
    List<LiteralPrefilter.Anchor> anchors = new ArrayList<>(numbers.length / NUMBERS);
    int from = 0;
    for (int n = 0; n < numbers.length; n += NUMBERS) {
      int to = from + numbers[n];
      anchors.add(
          new LiteralPrefilter.Anchor(
              Arrays.copyOfRange(bytes, from, to),
              GramScheme.ALL.get(numbers[n + 1]),
              numbers[n + 2],
              (numbers[n + 3] & 1) != 0,
              numbers[n + 3] >> 1));
      from = to;
    }
    return anchors;
  }
}
