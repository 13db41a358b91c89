package dev.faultbook.matcher;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Determines which formats a line may have, by short words of which each format requires one. Most
 * lines of a log contain none and are rejected here by their bytes.
 *
 * <p>Probes four bytes at every second position, so a word of at least five bytes cannot be missed.
 * Ignores case.
 */
public final class TriggerFilter {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long LONG_CASE = 0x2020202020202020L;

  private static final int STEP = 2;
  private static final int GRAM = 4;
  private static final int CASE = 0x20202020;
  private static final int MIXER = 0x9E3779B1;
  private static final int TABLE = 1 << 12;
  private static final int OFFSET_BITS = 6;

  private final long[] present = new long[1 << 10];
  private final int[] grams = new int[TABLE];
  private final int[] places = new int[TABLE];
  private final List<String> words;
  private final byte[][] texts;
  private final long[] masks;

  /**
   * @param formats the words of each format, at most 64 formats; a word has at least five bytes and
   *     is in lower case
   */
  public TriggerFilter(List<List<String>> formats) {
    words = formats.stream().flatMap(List::stream).toList();
    texts = new byte[words.size()][];
    masks = new long[words.size()];
    Arrays.fill(places, -1);
    int next = 0;
    for (int format = 0; format < formats.size(); format++) {
      for (String word : formats.get(format)) {
        addWord(next++, word, 1L << format);
      }
    }
  }

  /** The words, in lower case. */
  List<String> words() {
    return words;
  }

  private void addWord(int word, String text, long mask) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length < GRAM + STEP - 1) {
      throw new IllegalArgumentException("A trigger has at least five bytes: " + text);
    }
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] |= 0x20;
    }
    texts[word] = bytes;
    masks[word] = mask;
    int best = rarestOffset(new String(bytes, StandardCharsets.ISO_8859_1));
    for (int offset = best; offset < best + STEP; offset++) {
      int gram = (int) INT.get(bytes, offset);
      int hash = gram * MIXER;
      present[hash >>> 22] |= 1L << (hash >>> 16);
      int slot = hash >>> 20;
      while (places[slot] >= 0) {
        slot = slot + 1 & TABLE - 1;
      }
      grams[slot] = gram;
      places[slot] = word << OFFSET_BITS | offset;
    }
  }

  /** The offset of the gram of a word that is rarest in ordinary lines. */
  private static int rarestOffset(String word) {
    int best = 0;
    int least = Integer.MAX_VALUE;
    int last = Math.min(word.length() - GRAM - STEP + 1, (1 << OFFSET_BITS) - STEP);
    for (int offset = 0; offset <= last; offset++) {
      int count = OrdinaryLines.countGram(word, offset) + OrdinaryLines.countGram(word, offset + 1);
      if (count < least) {
        best = offset;
        least = count;
      }
    }
    return best;
  }

  /** A bit for each format with a word in {@code bytes[from, to)}. */
  public long scan(byte[] bytes, int from, int to) {
    long found = 0;
    int i = from;
    // Three probes per load; the slow loop verifies their hits.
    for (; i + Long.BYTES <= to; i += 3 * STEP) {
      long eight = (long) LONG.get(bytes, i) | LONG_CASE;
      if ((bit((int) eight) | bit((int) (eight >>> 16)) | bit((int) (eight >>> 32))) != 0) {
        found |= lookAround(bytes, from, to, i, i + 3 * STEP);
      }
    }
    return found | lookAround(bytes, from, to, i, to - GRAM + 1);
  }

  private long bit(int gram) {
    int hash = gram * MIXER;
    return present[hash >>> 22] >>> (hash >>> 16) & 1;
  }

  private long lookAround(byte[] bytes, int from, int to, int start, int end) {
    long found = 0;
    for (int i = start; i < end; i += STEP) {
      int gram = (int) INT.get(bytes, i) | CASE;
      if (bit(gram) != 0) {
        found |= confirmWords(bytes, from, to, i, gram);
      }
    }
    return found;
  }

  private long confirmWords(byte[] bytes, int from, int to, int at, int gram) {
    long found = 0;
    int slot = gram * MIXER >>> 20;
    while (places[slot] >= 0) {
      if (grams[slot] == gram) {
        int word = places[slot] >> OFFSET_BITS;
        int start = at - (places[slot] & (1 << OFFSET_BITS) - 1);
        if (start >= from && standsAt(texts[word], bytes, start, to)) {
          found |= masks[word];
        }
      }
      slot = slot + 1 & TABLE - 1;
    }
    return found;
  }

  private static boolean standsAt(byte[] text, byte[] bytes, int at, int to) {
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
