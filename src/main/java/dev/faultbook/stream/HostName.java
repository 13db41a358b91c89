package dev.faultbook.stream;

import dev.faultbook.log.TextParts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds a host or a pod in a part of a file's name. People also name files after what they
 * observed: {@code 03-xid79.log}, {@code llama3-70b-oom.log}. So a word with a number is a host
 * only if it looks like a host name ({@link #findCertain}), or if several files of a log have
 * similar names that differ in that number ({@link #findPossible}).
 */
final class HostName {
  /** Usual names of hosts and of the pods of a job. */
  private static final Set<String> HOSTS =
      words(
          """
          node nodes host gpu gpunode compute cn gn dgx hgx nid ip server srv svr vm
          instance machine rack blade pod worker master launcher trainer head chief
          """);

  /** Numbered words that are not hosts: parts of a run, versions, models, kinds of errors. */
  private static final Set<String> NUMBERED =
      words(
          """
          rank task proc process attempt part log logs run job step epoch slurm version
          checkpoint ckpt exp experiment local try retry restart round stage phase iter
          test case sample example demo file copy out output err error exit exitcode code
          sig signal status xid sxid bug issue ticket incident day week seed bs batch lr
          tp pp dp ep cp zero fp bf int sm cu cuda cudnn nccl torch pytorch python py vllm
          deepspeed megatron driver rtx gtx tesla llama qwen gpt bert mixtral mistral
          gemma glm deepseek v r t a b h l k s p x
          """);

  /** Words that describe a log and never belong to a host's name. */
  private static final Set<String> DESCRIPTIONS =
      words(
          """
          dmesg syslog kern kernel messages journal stderr stdout console agent train
          training infer inference serve eval finetune debug info warn trace dump nvidia
          smi oom hang timeout fail failed crash good bad old new before after first last
          full log logs out err error slurm job rank my the on from of and with no to ib
          nvlink
          """);

  private static final String POD_LETTERS = "bcdfghjklmnpqrstvwxz2456789";

  private HostName() {}

  private static Set<String> words(String list) {
    return Set.copyOf(TextParts.splitAt(list.strip().replace('\n', ' '), ' '));
  }

  /** The host that a part of a path certainly names; null if none. */
  static @Nullable String findCertain(String part) {
    String address = leadingAddress(part);
    if (address != null) {
      return address;
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
    StringBuilder shape = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      if (!LineCursor.isDigit(name.charAt(i))) {
        shape.append(name.charAt(i));
      } else if (i == 0 || !LineCursor.isDigit(name.charAt(i - 1))) {
        shape.append('#');
      }
    }
    return shape.toString();
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
    if (n < 2 || !isWord(pieces.getFirst()) || !consistsOf(POD_LETTERS, pieces.get(n - 1), 5, 5)) {
      return false;
    }
    return n > 2 && hasDigit(pieces.get(n - 2)) && consistsOf(POD_LETTERS, pieces.get(n - 2), 8, 10)
        || isName(pieces.getFirst())
            && hasDigit(pieces.get(n - 1))
            && pieces.get(n - 1).chars().anyMatch(Character::isLetter);
  }

  private static boolean consistsOf(String letters, String text, int least, int most) {
    return text.length() >= least
        && text.length() <= most
        && text.chars().allMatch(c -> letters.indexOf(c) >= 0);
  }

  /** The IPv4 address with which a part begins; null if none. */
  private static @Nullable String leadingAddress(String part) {
    List<String> numbers = TextParts.splitAt(part, '.');
    boolean is =
        numbers.size() >= 4
            && numbers.subList(0, 4).stream()
                .allMatch(
                    n -> !n.isEmpty() && n.length() < 4 && n.chars().allMatch(LineCursor::isDigit));
    return is ? String.join(".", numbers.subList(0, 4)) : null;
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
    // The a of gpu-a-07 is a name; the a of a100 is not.
    boolean rack = letters.length() == 1 && piece.length() == 1;
    return !letters.isEmpty()
        && (rack || !NUMBERED.contains(letters))
        && !DESCRIPTIONS.contains(letters);
  }

  private static List<String> splitWords(String part) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    for (int i = 0; i <= part.length(); i++) {
      boolean in =
          i < part.length() && (Character.isLetterOrDigit(part.charAt(i)) || part.charAt(i) == '-');
      if (in) {
        word.append(part.charAt(i));
      } else if (!word.isEmpty()) {
        words.add(word.toString());
        word.setLength(0);
      }
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
