package dev.faultbook.failure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Tells which formats a line could be of, by short words that each of them contains. Most lines of
 * a log contain none and are rejected here, on their bytes.
 *
 * <p>Looks at four bytes at every second position, so a word of five bytes or more cannot hide
 * between two looks. Upper and lower case are the same.
 */
final class TriggerFilter {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int STEP = 2;
  private static final int GRAM = 4;
  private static final int CASE = 0x20202020;
  private static final int MIXER = 0x9E3779B1;
  private static final int TABLE = 1 << 12;

  private final long[] present = new long[1 << 10];
  private final int[] grams = new int[TABLE];
  private final int[] words = new int[TABLE];
  private final byte[][] texts;
  private final long[] masks;

  /**
   * @param formats the words of each format, at most 64 formats; a word has at least five bytes of
   *     ASCII and is in lower case
   */
  TriggerFilter(List<List<String>> formats) {
    int count = formats.stream().mapToInt(List::size).sum();
    texts = new byte[count][];
    masks = new long[count];
    Arrays.fill(words, -1);
    int next = 0;
    for (int format = 0; format < formats.size(); format++) {
      for (String word : formats.get(format)) {
        add(next++, word, 1L << format);
      }
    }
  }

  private void add(int word, String text, long mask) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    if (bytes.length < GRAM + STEP - 1) {
      throw new IllegalArgumentException("A trigger has at least five letters: " + text);
    }
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] |= 0x20;
    }
    texts[word] = bytes;
    masks[word] = mask;
    for (int offset = 0; offset < STEP; offset++) {
      int gram = (int) INT.get(bytes, offset);
      int hash = gram * MIXER;
      present[hash >>> 22] |= 1L << (hash >>> 16);
      int slot = hash >>> 20;
      while (words[slot] >= 0) {
        slot = slot + 1 & TABLE - 1;
      }
      grams[slot] = gram;
      words[slot] = word * STEP + offset;
    }
  }

  /** A bit for each format of which a word stands in {@code bytes[from, to)}. */
  long scan(byte[] bytes, int from, int to) {
    long found = 0;
    for (int i = from; i + GRAM <= to; i += STEP) {
      int gram = (int) INT.get(bytes, i) | CASE;
      int hash = gram * MIXER;
      if ((present[hash >>> 22] & 1L << (hash >>> 16)) != 0) {
        found |= confirm(bytes, from, to, i, gram);
      }
    }
    return found;
  }

  private long confirm(byte[] bytes, int from, int to, int at, int gram) {
    long found = 0;
    int slot = gram * MIXER >>> 20;
    while (words[slot] >= 0) {
      if (grams[slot] == gram) {
        int word = words[slot] / STEP;
        int start = at - words[slot] % STEP;
        if (start >= from && stands(texts[word], bytes, start, to)) {
          found |= masks[word];
        }
      }
      slot = slot + 1 & TABLE - 1;
    }
    return found;
  }

  private static boolean stands(byte[] text, byte[] bytes, int at, int to) {
    if (at + text.length > to) {
      return false;
    }
    for (int i = 0; i < text.length; i++) {
      if ((bytes[at + i] | 0x20) != text[i]) {
        return false;
      }
    }
    return true;
  }
}
