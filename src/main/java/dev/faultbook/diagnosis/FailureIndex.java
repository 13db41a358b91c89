package dev.faultbook.diagnosis;

import dev.faultbook.log.TextParts;
import dev.faultbook.signature.FailurePattern;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Tells which {@code failure:} signatures a message may match, by the ends of a long word that each
 * of them needs: most are rejected by one look at the letters of the message.
 */
final class FailureIndex {
  private static final int LETTERS = 4;
  private static final int SLOTS = 1 << 13;

  private final List<Knowledge.StructuralSignature<FailurePattern>> signatures;

  /** For each signature, the slots of the words of which a message needs one; none if any may. */
  private final int[][] needs;

  FailureIndex(List<Knowledge.StructuralSignature<FailurePattern>> signatures) {
    this.signatures = List.copyOf(signatures);
    this.needs =
        signatures.stream()
            .map(of -> needsOf(of.pattern().text().requiredLiterals()))
            .toArray(int[][]::new);
  }

  List<Knowledge.StructuralSignature<FailurePattern>> signatures() {
    return signatures;
  }

  /**
   * The signatures that one of several messages may match, in their order.
   *
   * @param messages in lower case
   */
  List<Knowledge.StructuralSignature<FailurePattern>> candidatesFor(List<String> messages) {
    BitSet letters = new BitSet(SLOTS);
    for (String message : messages) {
      for (int at = 0; at + LETTERS <= message.length(); at++) {
        letters.set(slotAt(message, at));
      }
    }
    List<Knowledge.StructuralSignature<FailurePattern>> found = new ArrayList<>();
    for (int i = 0; i < needs.length; i++) {
      if (mayHold(letters, needs[i])) {
        found.add(signatures.get(i));
      }
    }
    return found;
  }

  private static boolean mayHold(BitSet letters, int[] words) {
    for (int i = 0; i < words.length; i += 2) {
      if (letters.get(words[i]) && letters.get(words[i + 1])) {
        return true;
      }
    }
    return words.length == 0;
  }

  /** The slots of the literals whose shortest word is the longest. */
  private static int[] needsOf(List<Set<String>> required) {
    List<String> best = List.of();
    int longest = LETTERS - 1;
    for (Set<String> any : required) {
      List<String> words = any.stream().map(FailureIndex::longestWord).toList();
      int shortest = words.stream().mapToInt(String::length).min().orElse(0);
      if (shortest > longest) {
        longest = shortest;
        best = words;
      }
    }
    int[] slots = new int[2 * best.size()];
    for (int i = 0; i < best.size(); i++) {
      String word = best.get(i);
      slots[2 * i] = slotAt(word, 0);
      slots[2 * i + 1] = slotAt(word, word.length() - LETTERS);
    }
    return slots;
  }

  private static String longestWord(String literal) {
    String longest = "";
    for (String word : TextParts.splitAt(literal.toLowerCase(Locale.ROOT), ' ')) {
      longest = word.length() > longest.length() ? word : longest;
    }
    return longest;
  }

  private static int slotAt(String text, int at) {
    int hash = 0;
    for (int i = at; i < at + LETTERS; i++) {
      hash = 31 * hash + text.charAt(i);
    }
    return hash * 0x9E3779B1 >>> 19;
  }
}
