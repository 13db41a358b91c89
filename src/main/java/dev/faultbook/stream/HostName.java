package dev.faultbook.stream;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.faultbook.log.TextParts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds a host or a pod in a part of a file's name. People also name files after what they
 * observed: {@code 03-xid79.log}, {@code llama3-70b-oom.log}. So a word with a number is a host
 * only if it looks like a host name ({@link #findCertain}), or if several files of a log have
 * similar names that differ in that number ({@link #findPossible}).
 */
final class HostName {
  private static final Set<String> HOSTS = words("hosts");
  private static final Set<String> NUMBERED = words("numbered");
  private static final Set<String> DESCRIPTIONS = words("descriptions");

  private static final Pattern WORD = Pattern.compile("[\\pL\\pN-]+");
  private static final Pattern NUMBER = Pattern.compile("\\d+");

  /** {@code 10.0.3.4.log}. */
  private static final Pattern ADDRESS = Pattern.compile("^((?:\\d{1,3}\\.){3}\\d{1,3})(?:\\.|$)");

  /** The random parts of a pod's name. */
  private static final Pattern POD_OF_JOB = Pattern.compile("[b-df-hj-np-tv-xz2456789]{5}");

  private static final Pattern REPLICA_SET = Pattern.compile("[b-df-hj-np-tv-xz2456789]{8,10}");

  private HostName() {}

  private static Set<String> words(String list) {
    ResourceBundle lists = ResourceBundle.getBundle("dev.faultbook.stream.host-words", Locale.ROOT);
    return Set.copyOf(TextParts.splitAt(lists.getString(list), ' '));
  }

  /** The host that a part of a path certainly names; null if none. */
  static @Nullable String findCertain(String part) {
    Matcher address = ADDRESS.matcher(part);
    if (address.find()) {
      return address.group(1);
    }
    for (String word : splitWords(part)) {
      List<String> pieces = TextParts.splitAt(word, '-');
      if (isPod(pieces)) {
        return word;
      }
      for (int i = 0; i < pieces.size(); i++) {
        if (HOSTS.contains(leadingLetters(pieces.get(i)))) {
          String host = hostAround(pieces, i);
          if (host != null) {
            return host;
          }
        }
      }
    }
    return null;
  }

  /** A word that ends with a number and may be a host's name; null if none. */
  static @Nullable String findPossible(String part) {
    for (String word : splitWords(part)) {
      List<String> pieces = TextParts.splitAt(word, '-');
      for (int i = 0; i < pieces.size(); i++) {
        if (isName(pieces.get(i))) {
          int end = numberEnd(pieces, i);
          if (end > i
              && LineCursor.isDigit(lastChar(pieces.get(end - 1)))
              && !isDevice(pieces.subList(i, end))) {
            return String.join("-", pieces.subList(i, end));
          }
        }
      }
    }
    return null;
  }

  /**
   * The name with {@code #} in place of its numbers; names that differ only in numbers have the
   * same shape.
   */
  static String shapeOf(String name) {
    return NUMBER.matcher(name).replaceAll("#");
  }

  /** The host around a piece that is a usual host word: with the preceding words and its number. */
  private static @Nullable String hostAround(List<String> pieces, int at) {
    int from = at;
    while (from > 0 && isWord(pieces.get(from - 1))) {
      from--;
    }
    int end = numberEnd(pieces, at);
    return end <= at || isDevice(pieces.subList(from, end))
        ? null
        : String.join("-", pieces.subList(from, end));
  }

  /** {@code gpu3} on its own is the third GPU of a machine, not a host. */
  private static boolean isDevice(List<String> pieces) {
    String joined = String.join("", pieces).toLowerCase(Locale.ROOT);
    return joined.length() == 4 && joined.startsWith("gpu");
  }

  /**
   * The index after the following pieces that end with a number; {@code from + 1} if there is none.
   */
  private static int numberEnd(List<String> pieces, int from) {
    int end = from;
    boolean numbered = false;
    for (int i = from; i < pieces.size(); i++) {
      String piece = pieces.get(i);
      boolean more =
          i == from
              || !piece.isEmpty() && LineCursor.isDigit(piece.charAt(0))
              || HOSTS.contains(leadingLetters(piece))
              || !numbered && isName(piece);
      if (!more) {
        break;
      }
      if (hasDigit(piece)) {
        numbered = true;
        end = i + 1;
      }
    }
    return end;
  }

  /** {@code trainer-7d9f6c5b4-x2k9p}, a pod of a Deployment, or {@code launcher-x2k9p} of a Job. */
  private static boolean isPod(List<String> pieces) {
    int n = pieces.size();
    if (n < 2 || !isWord(pieces.getFirst()) || !POD_OF_JOB.matches(pieces.get(n - 1))) {
      return false;
    }
    return n > 2 && hasDigit(pieces.get(n - 2)) && REPLICA_SET.matches(pieces.get(n - 2))
        || isName(pieces.getFirst())
            && hasDigit(pieces.get(n - 1))
            && pieces.get(n - 1).chars().anyMatch(Character::isLetter);
  }

  /** Whether a piece without a number may precede a host word: {@code llama-worker-3}. */
  private static boolean isWord(String piece) {
    return !piece.isEmpty()
        && leadingLetters(piece).length() == piece.length()
        && !DESCRIPTIONS.contains(leadingLetters(piece));
  }

  /**
   * Whether a piece may be part of a host's name: it begins with a letter and has no other meaning.
   */
  private static boolean isName(String piece) {
    String letters = leadingLetters(piece);
    // The a of gpu-a-07 and of gpu-a07 is a name; the a of a100 is not.
    boolean rack = letters.length() == 1 && (piece.length() == 1 || piece.charAt(1) == '0');
    return !letters.isEmpty()
        && (rack || !NUMBERED.contains(letters))
        && !DESCRIPTIONS.contains(letters);
  }

  private static List<String> splitWords(String part) {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(part);
    while (word.find()) {
      words.add(word.group());
    }
    return words;
  }

  private static String leadingLetters(String piece) {
    int i = 0;
    while (i < piece.length() && Character.isLetter(piece.charAt(i))) {
      i++;
    }
    return piece.substring(0, i).toLowerCase(Locale.ROOT);
  }

  private static boolean hasDigit(String piece) {
    return piece.chars().anyMatch(LineCursor::isDigit);
  }

  private static char lastChar(String piece) {
    return piece.charAt(piece.length() - 1);
  }
}
