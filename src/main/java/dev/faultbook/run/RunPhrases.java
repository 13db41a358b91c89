package dev.faultbook.run;

import com.google.re2j.Pattern;
import dev.faultbook.log.Lines;
import dev.faultbook.log.WordLists;
import dev.faultbook.matcher.TriggerFilter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Recognises lines about the run as a whole by their phrases, in one pass over a line. */
final class RunPhrases {
  static final WordLists LISTS = new WordLists(RunPhrases.class, "phrases.txt");
  private static final Sort[] SORTS = Sort.values();

  private static final List<List<String>> PHRASES =
      Arrays.stream(SORTS)
          .map(sort -> LISTS.phrases(sort.name().toLowerCase(Locale.ROOT).replace('_', ' ')))
          .toList();

  /** What Chinese programs print at the end. */
  private static final List<String> END = LISTS.phrases("chinese end");

  /** Words before the code of an exit, which is good if it is 0. */
  private static final List<String> CODES = LISTS.phrases("codes of exits");

  /** Phrases of a good end with {@code all} before them only. */
  private static final List<String> DONE_WITH_ALL = LISTS.phrases("done with all");

  /** Words beside the name of a file that is done. */
  private static final List<String> ON_FILES = LISTS.phrases("working on files");

  /** Phrases that begin an attempt with the number behind them only. */
  private static final List<String> NUMBERED = LISTS.phrases("numbered attempts");

  /** Phrases that tell of a checkpoint with the number behind them only. */
  private static final List<String> NUMBERED_CHECKPOINTS = LISTS.phrases("numbered checkpoints");

  private static final Pattern FILE = Pattern.compile("\\w\\.[a-z][a-z0-9]{1,4}\\b");

  static final TriggerFilter FILTER = new TriggerFilter(withOthers());
  private static final int MAX_BYTES = 600;
  private static final byte[] ANSWERED = "\" 200".getBytes(StandardCharsets.US_ASCII);

  /** What is attempted again is a request, not the run. */
  private static final List<String> RETRIED = LISTS.phrases("requests");

  /** {@code Waiting until training finished}, {@code exits before training complete}. */
  private static final List<String> NEGATIONS = LISTS.phrases("negations");

  /** {@code slurm-440.out.2}, {@code trainer-0-previous.log}: parts of names of a job's files. */
  private static final List<String> ATTEMPTS = LISTS.phrases("names of attempts");

  private static final List<String> NOT_AGAIN = LISTS.phrases("not again");
  private static final List<String> NOT_AT_END = LISTS.phrases("not at the end");

  /** A remaining time. */
  private static final String NOTHING_LEFT = "eta: 0:00:00";

  private static final List<String> COMMANDS = LISTS.phrases("commands");
  private static final List<String> PARTS = LISTS.phrases("parts of a run");
  private static final List<String> OPENINGS = LISTS.phrases("openings");
  private static final Set<String> LAST_WORDS = LISTS.names("last words");
  private static final Set<String> BEFORE_LAST_WORDS = LISTS.names("before last words");
  private static final int MAX_LAST = 80;

  /** The name of a script that tells what it does. */
  private static final Pattern SPEAKER = Pattern.compile("^[\\w./-]+\\.sh: ");

  private static final List<String> FAILED = LISTS.phrases("checkpoint failed");

  /** What may stand between the word and the code. */
  private static final String BEFORE_CODE = " \t:=(\"\uFF1A";

  /** Between a pod and its container; {@code +} before the pod says that the container started. */
  private static final String STERN = " › ";

  private static final List<String> OPEN = LISTS.phrases("open states");

  private static final List<String> SKIPS = LISTS.phrases("skips");

  private RunPhrases() {}

  private static List<List<String>> withOthers() {
    Map<Sort, List<String>> others =
        Map.of(
            Sort.EXITED_WELL, CODES,
            Sort.FINISHED, DONE_WITH_ALL,
            Sort.WORKING, ON_FILES,
            Sort.AGAIN, NUMBERED,
            Sort.CHECKPOINT, NUMBERED_CHECKPOINTS);
    return Arrays.stream(SORTS)
        .map(
            sort ->
                Stream.of(PHRASES.get(sort.ordinal()), others.getOrDefault(sort, List.of()))
                    .flatMap(List::stream)
                    .toList())
        .toList();
  }

  /** Whether the name of a file says that it is one of several attempts of a job. */
  static boolean namesAttempt(String name) {
    String file = name.toLowerCase(Locale.ROOT);
    return ATTEMPTS.stream().anyMatch(file::contains);
  }

  /** Whether a line says that the program left out a part of the work because of an error. */
  static boolean tellsOfSkip(String line) {
    String text = line.toLowerCase(Locale.ROOT);
    return SKIPS.stream().anyMatch(text::contains);
  }

  /** Whether one of the first lines, in lower case, says that something starts. */
  static boolean opens(String line, boolean banner) {
    return line.contains("start") || banner && OPENINGS.stream().anyMatch(line::contains);
  }

  /** {@code starting epoch 1}: what begins again in the run. */
  static boolean namesPart(String line) {
    return PARTS.stream().anyMatch(line::contains);
  }

  /** Whether such a line names the first of several attempts: {@code launch #1}. */
  static boolean opensFirst(String line) {
    return OPENINGS.stream().anyMatch(line::contains)
        && Stream.of(RETRIED, PARTS).flatMap(List::stream).noneMatch(line::contains);
  }

  /** {@code ann@box:~$ ./serve.sh}: a command behind a prompt, in lower case. */
  static boolean isCommand(String line) {
    int prompt = line.indexOf("$ ");
    return prompt >= 0 && COMMANDS.stream().anyMatch(line.substring(prompt + 2)::contains);
  }

  /**
   * Whether a line with the phrase of a request says that it was answered: {@code INFO:
   * 127.0.0.1:38888 - "POST /v1/chat/completions HTTP/1.1" 200 OK}
   */
  static boolean isAnswer(byte[] bytes, int from, int to) {
    // The status stands near the end of the line.
    for (int i = Math.min(to, from + MAX_BYTES) - ANSWERED.length; i >= from; i--) {
      if (Arrays.equals(bytes, i, i + ANSWERED.length, ANSWERED, 0, ANSWERED.length)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a line consists of a word of success, behind a time or the name of a logger: {@code
   * [2025-05-05 09:01:35] Done.}, {@code INFO: llmfoundry.train: Done.}
   */
  static boolean isLastWord(String text) {
    int colon = text.lastIndexOf(": ");
    int name = text.lastIndexOf(' ', Math.max(0, colon - 1)) + 1;
    boolean logger =
        colon > name
            && text.substring(name, colon).indexOf('.') > 0
            && text.substring(0, name).contains("INFO");
    // [export] done
    boolean tag = text.startsWith("[") && text.indexOf("] ") > 0;
    String line =
        logger ? text.substring(colon + 1) : tag ? text.substring(text.indexOf("] ") + 2) : text;
    if (line.length() > MAX_LAST) {
      return false;
    }
    StringTokenizer words =
        new StringTokenizer(line.toLowerCase(Locale.ROOT), " \t\r[](){}|<>:.,;-+/=!*#0123456789");
    String last = "";
    boolean bare = true;
    while (words.hasMoreTokens()) {
      bare &= last.isEmpty() || BEFORE_LAST_WORDS.contains(last);
      last = words.nextToken();
    }
    return bare && LAST_WORDS.contains(last);
  }

  /** The first sort whose phrase stands in the line; null if there is none. */
  static @Nullable Sort sortOf(byte[] bytes, int from, int to, boolean otherScript) {
    int end = Math.min(to, from + MAX_BYTES);
    if (otherScript) {
      String text = Lines.decodeText(bytes, from, end);
      if (END.stream().anyMatch(text::contains)) {
        return Sort.FINISHED;
      }
    }
    long found = FILTER.scan(bytes, from, end);
    if (found == 0) {
      return null;
    }
    if (SORTS[Long.numberOfTrailingZeros(found)] == Sort.SERVING && isAnswer(bytes, from, end)) {
      return Sort.SERVING;
    }
    String line = Lines.decodeText(bytes, from, end).toLowerCase(Locale.ROOT);
    for (long left = found; left != 0; left &= left - 1) {
      Sort sort = SORTS[Long.numberOfTrailingZeros(left)];
      if (isMeant(sort, line)) {
        return sort;
      }
    }
    return null;
  }

  private static boolean isMeant(Sort sort, String line) {
    return switch (sort) {
      case EXITED_WELL -> statesZero(line);
      case AGAIN -> startsAgain(line);
      case FINISHED ->
          NEGATIONS.stream().noneMatch(word -> negates(word, line))
              && (!line.contains(NOTHING_LEFT) || isAtTotal(line))
              && (DONE_WITH_ALL.stream().noneMatch(line::contains) || line.contains("all "));
      case SUCCEEDED -> OPEN.stream().noneMatch(line::contains);
      // INFO:     127.0.0.1:38888 - "POST /v1/chat/completions HTTP/1.1" 200 OK
      case SERVING -> !line.contains("\"post /") || line.contains("\" 200");
      case CHECKPOINT -> tellsOfCheckpoint(line);
      case STARTED -> !line.contains(STERN) || line.startsWith("+ ");
      case WORKING ->
          PHRASES.get(sort.ordinal()).stream().anyMatch(line::contains)
              || FILE.matcher(line).find() && FAILED.stream().noneMatch(line::contains);
      default -> true;
    };
  }

  /** {@code checkpoint 1250 committed}, but no {@code checkpoint interval}. */
  private static boolean tellsOfCheckpoint(String line) {
    return PHRASES.get(Sort.CHECKPOINT.ordinal()).stream().anyMatch(line::contains)
        || NUMBERED_CHECKPOINTS.stream()
            .anyMatch(
                phrase ->
                    line.contains(phrase) && isDigit(line, line.indexOf(phrase) + phrase.length()));
  }

  private static boolean isDigit(String line, int at) {
    return at < line.length() && Character.isDigit(line.charAt(at));
  }

  /** {@code epoch: [3/3], global_step: 156, … eta: 0:00:00}, but no {@code Epoch(val) [3][9/9]}. */
  private static boolean isAtTotal(String line) {
    int slash = line.indexOf('/');
    while (slash >= 0) {
      int from = slash;
      while (from > 0 && Character.isDigit(line.charAt(from - 1))) {
        from--;
      }
      int to = 2 * slash - from + 1;
      if (from < slash
          && line.startsWith(line.substring(from, slash), slash + 1)
          && (to == line.length() || !Character.isDigit(line.charAt(to)))) {
        return NOT_AT_END.stream().noneMatch(line::contains);
      }
      slash = line.indexOf('/', slash + 1);
    }
    return false;
  }

  /**
   * Whether a word speaks against an end: {@code error} anywhere, {@code after} before the phrase
   * only. {@code training finished after 3 h} is an end.
   */
  private static boolean negates(String word, String line) {
    int at = line.indexOf(word);
    return at >= 0 && (!word.endsWith(" ") || endsLater(line, at));
  }

  private static boolean endsLater(String line, int from) {
    return PHRASES.get(Sort.FINISHED.ordinal()).stream()
        .noneMatch(line.substring(0, from)::contains);
  }

  /**
   * {@code attempt 2 of 4}, {@code attempt #2}, {@code restart 1: …}, {@code
   * SLURM_RESTART_COUNT=1}, but no 0.
   */
  private static boolean startsAgain(String whole) {
    // ./retry.sh: attempt 2 of 5
    String line = whole.substring(SPEAKER.matcher(whole).lookingAt() ? whole.indexOf(": ") : 0);
    if (NOT_AGAIN.stream().anyMatch(line::contains)) {
      return false;
    }
    if (PHRASES.get(Sort.AGAIN.ordinal()).stream().anyMatch(line::contains)) {
      return true;
    }
    return RETRIED.stream().noneMatch(line::contains)
        && NUMBERED.stream().anyMatch(word -> hasNumber(line, word));
  }

  private static boolean hasNumber(String line, String word) {
    int digit = digitBehind(line, word);
    int first = word.contains("restart") || word.contains("requeue") ? '1' : '2';
    return digit >= 0 && line.charAt(digit) >= first;
  }

  /** Where the number of an attempt begins; -1 if there is none behind the word. */
  private static int digitBehind(String line, String word) {
    int at = line.indexOf(word);
    int digit = at + word.length() + (line.startsWith("#", at + word.length()) ? 1 : 0);
    return at >= 0
            && (at == 0 || !Character.isLetter(line.charAt(at - 1)))
            && isDigit(line, digit)
            && line.charAt(digit) != '0'
        ? digit
        : -1;
  }

  /** The number of the attempt that a line names; empty if it names none. */
  static String attemptOf(String text) {
    String line = text.toLowerCase(Locale.ROOT);
    return NUMBERED.stream()
        .filter(word -> digitBehind(line, word) >= 0)
        .findFirst()
        .map(word -> word + line.charAt(digitBehind(line, word)))
        .orElse("");
  }

  /** {@code Exit Status: 0}, {@code ExitCode=0:0}, but no {@code exit code 01}. */
  private static boolean statesZero(String line) {
    return statesGoodEnd(line) || CODES.stream().anyMatch(word -> isZeroBehind(line, word));
  }

  private static boolean isZeroBehind(String line, String word) {
    for (int at = line.indexOf(word); at >= 0; at = line.indexOf(word, at + 1)) {
      int from = at + word.length();
      while (from < line.length() && BEFORE_CODE.indexOf(line.charAt(from)) >= 0) {
        from++;
      }
      int to = from + 1;
      boolean zero = line.startsWith("0", from);
      boolean signal = line.startsWith(":", to) && !line.startsWith(":0", to);
      if (zero && !signal && (to == line.length() || !isNumberPart(line.charAt(to)))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isNumberPart(char c) {
    return c < 128 && Character.isLetterOrDigit(c);
  }

  private static boolean statesGoodEnd(String line) {
    for (String phrase : PHRASES.get(Sort.EXITED_WELL.ordinal())) {
      int at = line.indexOf(phrase);
      int next = at + phrase.length();
      if (at >= 0
          && !(phrase.endsWith("0")
              && next < line.length()
              && Character.isDigit(line.charAt(next)))) {
        return true;
      }
    }
    return false;
  }
}
