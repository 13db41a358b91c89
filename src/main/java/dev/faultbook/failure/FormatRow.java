package dev.faultbook.failure;

import com.google.re2j.Pattern;
import dev.faultbook.failure.Failure.UncaughtException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A row of {@code formats.txt}: a phrase, and what a line with it reports. */
final class FormatRow {
  private static final String WHERE = " where /";

  /** What stands before the state of a job: {@code State: }, {@code RUNNING -> }. */
  private static final String BEFORE_STATE =
      "(?i:stat(?:e|us)|->|→|=>)[\"':= >]*(?:[A-Za-z_]+ *(?:->|→|=>) *)?\"?";

  final Phrase phrase;
  private String where;
  private @Nullable Pattern pattern;
  String kind = "";

  /** What the kind says: a reason, a signal, a tool; empty for a message. */
  String detail = "";

  CausalRole role = CausalRole.ERROR_LINE;
  private boolean messageFollows;
  private @Nullable String rank;
  private @Nullable Phrase below;
  private int reach;
  private boolean needed;
  private boolean stackFollows;

  /** Reads {@code phrase => kind detail STANDING options}. */
  FormatRow(String written) {
    int arrow = written.indexOf(" => ");
    String words = written.substring(0, arrow);
    phrase = Phrase.parse(words);
    int at = written.indexOf(WHERE, arrow);
    where = at < 0 ? "" : written.substring(at + WHERE.length(), written.length() - 1);
    readReport(splitWords(written.substring(arrow + 4, at < 0 ? written.length() : at)), words);
  }

  /** The word of a phrase where it is the state of a job. */
  private static String stateOf(String words) {
    boolean anyCase = words.startsWith("~");
    String choice = words.substring(anyCase ? 1 : 0).replace("{", "").replace("}", "");
    return BEFORE_STATE + (anyCase ? "(?i:" : "(?:") + choice + ")\\b";
  }

  private void readReport(List<String> words, String written) {
    kind = words.removeFirst();
    if (kind.equals("none")) {
      return;
    }
    detail = kind.equals("message") ? "" : words.removeFirst();
    role = CausalRole.valueOf(words.removeFirst());
    while (!words.isEmpty()) {
      String option = words.removeFirst();
      switch (option) {
        case "after" -> messageFollows = true;
        case "needed" -> needed = true;
        case "stack" -> stackFollows = true;
        case "state" -> where = stateOf(written);
        case "rank" -> rank = words.removeFirst();
        case "below" -> {
          below = Phrase.parse(words.removeFirst());
          reach = Integer.parseInt(words.removeFirst());
        }
        default -> throw new IllegalArgumentException("A row has no option '" + option + "'");
      }
    }
  }

  /** Words, of which one in quotes may hold blanks. */
  private static List<String> splitWords(String text) {
    List<String> words = new ArrayList<>();
    int from = 0;
    while (from < text.length()) {
      boolean quoted = text.charAt(from) == '"';
      int start = quoted ? from + 1 : from;
      int end = text.indexOf(quoted ? '"' : ' ', start);
      end = end < 0 ? text.length() : end;
      words.add(text.substring(start, end));
      from = TextScan.blanksEnd(text, quoted ? end + 1 : end);
    }
    return words;
  }

  /** Whether a line with the phrase reports a failure. */
  boolean isFailure() {
    return !kind.equals("none");
  }

  boolean fits(String message) {
    return phrase.isIn(message) && (where.isEmpty() || pattern().matcher(message).find());
  }

  /** Compiled when it is first needed: the start of the program would wait for it. */
  private synchronized Pattern pattern() {
    Pattern compiled = pattern;
    if (compiled == null) {
      compiled = Pattern.compile(where);
      pattern = compiled;
    }
    return compiled;
  }

  /**
   * The failure of a line that fits.
   *
   * @param text the text of its event
   */
  FailureBlock readLine(LineText line, String text) {
    String bare = line.bare();
    if (stackFollows) {
      return new NativeBlock(line, detail, messageOf(bare));
    }
    FailureEvent event = FailureEvent.of(line, text, failureOf(line, bare), role);
    if (below != null) {
      return new AnnouncedFailure(event, below, reach, needed);
    }
    return new SingleLine(rank == null ? event : event.ofRank(TextScan.numberAfter(bare, rank)));
  }

  private String messageOf(String bare) {
    return messageFollows ? bare.substring(phrase.endIn(bare)) : bare;
  }

  /** The failure that a line with a message reports. */
  Failure failureOf(LineText line, String bare) {
    return switch (kind) {
      case "command" -> new Failure.Command(detail);
      case "exception" ->
          UncaughtException.ofNative(detail, messageOf(bare), List.of(), line.number());
      case "kernel" -> new Failure.Kernel(Failure.Kernel.Event.valueOf(detail));
      case "message" -> new Failure.Message();
      case "scheduler" -> new Failure.Scheduler(Failure.Scheduler.Reason.valueOf(detail));
      case "signal" -> new Failure.Signal(Integer.parseInt(detail), List.of());
      default -> throw new IllegalArgumentException("There is no kind '" + kind + "' of failure");
    };
  }
}
