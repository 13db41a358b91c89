package dev.faultbook.redaction;

import java.util.List;

/**
 * What launchers, loggers and collectors put before the text of a program: {@code [rank0]: },
 * {@code (TaskRunner pid=7) }, {@code 2026-11-21 03:43:11,120 - root - INFO - }, {@code node1: },
 * {@code web-1 | }. The text starts behind one blank, so that its indentation is kept.
 *
 * <p>The package {@code stream} reads such labels too, to tell ranks and nodes apart; it drops the
 * indentation.
 */
final class LineLabels {

  private static final int LONGEST = 200;
  private static final int LONGEST_BRACKET = 91;
  private static final int LONGEST_NAME = 64;

  /** Digits of the largest number of a task of Slurm, about. */
  private static final int LONGEST_TASK = 6;

  private static final int LONGEST_LOGGER = 60;
  private static final int MONTH = 3;

  /** Length of {@code I1121}. */
  private static final int MONTH_AND_DAY = 5;

  /** What IPython prints before a result: {@code Out[3]: }. */
  private static final String CELL = "Out[";

  private static final List<String> STREAMS = List.of("stdout ", "stderr ");

  private static final List<String> LEVELS =
      List.of("INFO", "WARNING", "WARN", "ERROR", "DEBUG", "CRITICAL", "FATAL", "TRACE");

  private LineLabels() {}

  /**
   * Returns the start of what the program wrote.
   *
   * @param named whether the line starts with a name that is a label, because a line beside it
   *     starts with the same one; see {@link #name}
   */
  static int textStart(String line, boolean named) {
    int stamped = stampsEnd(line, 0);
    int name = named ? nameEnd(line, stamped) : stamped;
    return name > stamped ? stampsEnd(line, name) : stamped;
  }

  /**
   * The name that may be the label of a line: {@code node1:}, {@code web-1 |}; empty if there is
   * none. A key of YAML looks alike, but seldom occurs in two successive lines.
   */
  static String name(String line) {
    int start = stampsEnd(line, 0);
    return line.substring(start, nameEnd(line, start));
  }

  private static int stampsEnd(String line, int from) {
    int i = from;
    int end = partEnd(line, i);
    while (end > i && end - from < LONGEST) {
      i = end;
      end = partEnd(line, i);
    }
    return i;
  }

  /** Returns the end of a part of a label, with one blank behind it; its start if there is none. */
  private static int partEnd(String line, int from) {
    if (from >= line.length() || Placeholders.startsAt(line, from)) {
      return from;
    }
    char c = line.charAt(from);
    if (c == '[' || c == '<' || c == '(') {
      return bracketEnd(line, from);
    }
    if (c == '#') {
      return buildStepEnd(line, from);
    }
    if (c == '>' && line.startsWith(" ", from + 1)) {
      return from + 2; // a quoted line of a mail: > text
    }
    if (c == 'O' && line.startsWith(CELL, from)) {
      return bracketEnd(line, from + CELL.length() - 1);
    }
    // 2026-11-21T03:43:11.1Z stderr F: the log format of Kubernetes
    for (String name : STREAMS) {
      if (from > 0 && line.startsWith(name, from)) {
        return from + name.length();
      }
    }
    if (from > 0 && (line.startsWith("F ", from) || line.startsWith("P ", from))) {
      return from + 2;
    }
    int level = levelEnd(line, from);
    if (level > from) {
      return level;
    }
    int stamp = stampEnd(line, from);
    return stamp > from ? loggerEnd(line, stamp) : from;
  }

  /** {@code #12 3.456 text}: the progress of a build with Docker. */
  private static int buildStepEnd(String line, int from) {
    int step = numberEnd(line, from + 1);
    int time = step < 0 ? -1 : digitsEnd(line, step + 1);
    return time > step + 1 ? time : from;
  }

  /** {@code [rank0]: }, {@code [1,0]<stdout>:}, {@code (TaskRunner pid=7) }. */
  private static int bracketEnd(String line, int from) {
    char open = line.charAt(from);
    char close = "])>".charAt("[(<".indexOf(open));
    int end = line.indexOf(close, from, Math.min(line.length(), from + LONGEST_BRACKET)) + 1;
    if (end == 0 || end == line.length()) {
      return from;
    }
    boolean label =
        switch (open) {
          case '(' -> line.substring(from, end).contains("pid=");
          case '<' ->
              (from > 0 && line.charAt(from - 1) == ']')
                  || TextRuns.isNumber(line, from + 1, end - 1);
          default -> true;
        };
    char next = line.charAt(end);
    if (!label || (next != ' ' && next != ':' && next != '[' && next != '<')) {
      return from;
    }
    return behindSign(line, next == ':' ? end + 1 : end);
  }

  private static int behindSign(String line, int at) {
    return at < line.length() && line.charAt(at) == ' ' ? at + 1 : at;
  }

  /** {@code INFO:root:}, {@code INFO 11-21 03:43:11}, {@code WARNING - }. */
  private static int levelEnd(String line, int from) {
    int end = wordOf(LEVELS, line, from);
    if (end < 0 || end >= line.length()) {
      return from;
    }
    char sign = line.charAt(end);
    if (sign == ':') {
      int name = loggerNameEnd(line, end + 1);
      boolean named = name > end + 1 && name < line.length() && line.charAt(name) == ':';
      return behindSign(line, named ? name + 1 : end + 1);
    }
    return sign == ' ' ? behindSeparator(line, end) : from;
  }

  /** Returns the end of the separator behind a level: {@code " - "}, {@code " | "}, a blank. */
  private static int behindSeparator(String line, int from) {
    int sign = TextRuns.skipBlanks(line, from);
    if (!isSeparator(line, sign)) {
      // 03:43:11 INFO dev.x.Main - text
      int name = loggerNameEnd(line, sign);
      boolean named = name > sign && line.startsWith(" - ", name);
      return named ? name + " - ".length() : behindSign(line, from);
    }
    int text = sign + 2;
    // loguru: | INFO     | module:function:12 - text
    int place =
        line.charAt(sign) == '|' ? indexWithin(line, " - ", text, text + LONGEST_LOGGER) : -1;
    boolean placed = place >= 0 && isPlace(line, text, place);
    return placed ? place + " - ".length() : text;
  }

  private static boolean isSeparator(String line, int at) {
    return at + 1 < line.length()
        && "-|:]".indexOf(line.charAt(at)) >= 0
        && line.charAt(at + 1) == ' ';
  }

  /** Position of a text that begins before a limit; -1 if there is none. */
  private static int indexWithin(String line, String text, int from, int limit) {
    int to = Math.min(line.length(), limit + text.length() - 1);
    return from < to ? line.indexOf(text, from, to) : -1;
  }

  private static boolean isPlace(String line, int from, int to) {
    for (int i = from; i < to; i++) {
      if (!TextRuns.isNamePart(line.charAt(i)) && ":<>".indexOf(line.charAt(i)) < 0) {
        return false;
      }
    }
    return true;
  }

  /** Returns the end of a time, with what syslog and glog write behind it; its start if none. */
  private static int stampEnd(String line, int from) {
    int end = digitsEnd(line, from);
    if (end > from || TextRuns.isDigit(line.charAt(from))) {
      return end;
    }
    int glog = glogEnd(line, from);
    return glog > from ? glog : syslogEnd(line, from);
  }

  /** Returns the end of digits with punctuation and a blank behind them; their start if none. */
  private static int digitsEnd(String line, int from) {
    int i = from;
    int signs = 0;
    while (i < line.length() && isStampPart(line.charAt(i), i == from)) {
      signs += TextRuns.isDigit(line.charAt(i)) ? 0 : 1;
      i++;
    }
    boolean stamp = signs > 0 && !IpVersion4.isAddress(line, from, i);
    return stamp && i < line.length() && line.charAt(i) == ' ' ? i + 1 : from;
  }

  private static boolean isStampPart(char c, boolean first) {
    return TextRuns.isDigit(c) || (!first && "-:.,TZ+/".indexOf(c) >= 0);
  }

  /** {@code I1121 03:43:11.204117 1234 main.cc:12] }. */
  private static int glogEnd(String line, int from) {
    boolean level = "IWEF".indexOf(line.charAt(from)) >= 0;
    int date = level ? numberEnd(line, from + 1) : -1;
    int end =
        date - from == MONTH_AND_DAY ? indexWithin(line, "] ", date, from + LONGEST_BRACKET) : -1;
    return end >= 0 ? end + "] ".length() : from;
  }

  /** {@code Nov 21 03:43:11 gpu-node-3 train[4711]: }. */
  private static int syslogEnd(String line, int from) {
    int day = from;
    while (day < line.length() && day - from < MONTH && TextRuns.isLetter(line.charAt(day))) {
      day++;
    }
    int number = day - from == MONTH ? numberEnd(line, TextRuns.skipBlanks(line, day)) : -1;
    int time = number < 0 ? -1 : TextRuns.skipBlanks(line, number);
    int stamp = time < 0 ? -1 : digitsEnd(line, time);
    if (time < 0 || stamp == time) {
      return from;
    }
    int host = indexWithin(line, " ", stamp, stamp + LONGEST);
    int process = host < 0 ? -1 : indexWithin(line, ": ", host, stamp + LONGEST);
    boolean named = process >= 0 && line.substring(host + 1, process).indexOf(' ') < 0;
    return named ? process + ": ".length() : stamp;
  }

  /** Returns the end of a number that a blank follows; -1 if there is none. */
  private static int numberEnd(String line, int from) {
    int i = from;
    while (i < line.length() && TextRuns.isDigit(line.charAt(i))) {
      i++;
    }
    return i > from && i < line.length() && line.charAt(i) == ' ' ? i : -1;
  }

  /**
   * Returns the end of what Python's logging writes behind a time: {@code - root - INFO - }, {@code
   * | INFO | train:main:12 - }; the start if there is no level.
   */
  private static int loggerEnd(String line, int from) {
    int i = from;
    while (i < line.length() && i - from < LONGEST_LOGGER) {
      int level = wordOf(LEVELS, line, i);
      if (level >= 0 && level < line.length() && " :|]".indexOf(line.charAt(level)) >= 0) {
        char sign = line.charAt(level);
        return sign == ':' ? behindSign(line, level + 1) : behindSeparator(line, level);
      }
      int word = loggerNameEnd(line, i);
      boolean separator = word == i && " -|[".indexOf(line.charAt(i)) >= 0;
      if (word == i && !separator) {
        return from;
      }
      i = Math.max(word, i + 1);
    }
    return from;
  }

  private static int loggerNameEnd(String line, int from) {
    int i = from;
    while (i < line.length()
        && i - from < LONGEST_NAME
        && (TextRuns.isWordPart(line.charAt(i)) || line.charAt(i) == '.')) {
      i++;
    }
    return i;
  }

  /** Returns the end of the word of a list at a position; -1 if none of them stands there. */
  private static int wordOf(List<String> words, String line, int at) {
    for (String word : words) {
      int end = at + word.length();
      if (line.startsWith(word, at)
          && (end == line.length() || !TextRuns.isNamePart(line.charAt(end)))) {
        return end;
      }
    }
    return -1;
  }

  /**
   * Returns the end of the number of a task, which {@code srun --label} aligns on the right: {@code
   * 7: text}; the start if there is none.
   */
  private static int taskEnd(String line, int from) {
    int number = TextRuns.skipBlanks(line, from);
    int end = number;
    while (end < line.length() && TextRuns.isDigit(line.charAt(end))) {
      end++;
    }
    boolean aligned = number > from && end > number && end - from <= LONGEST_TASK;
    return aligned && line.startsWith(": ", end) ? end + 2 : from;
  }

  /** Returns the end of a name with its sign and one blank; the start if there is none. */
  private static int nameEnd(String line, int from) {
    int task = taskEnd(line, from);
    if (task > from) {
      return task;
    }
    int i = from;
    while (i < line.length()
        && i - from < LONGEST_NAME
        && (TextRuns.isNamePart(line.charAt(i)) || "<>@".indexOf(line.charAt(i)) >= 0)) {
      i++;
    }
    if (i == from) {
      return from;
    }
    int sign = TextRuns.skipBlanks(line, i);
    boolean colon = sign == i && line.startsWith(": ", i);
    boolean bar = line.startsWith("| ", sign);
    return colon || bar ? sign + 2 : from;
  }
}
