package dev.faultbook.report;

import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Diagnosis;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Describes lines of a log by file and line number if there are several files, {@code
 * rank3.log:32}, otherwise by number alone.
 */
public final class LinePlaces {
  /** Placeholder for a number, to find the words around it. */
  private static final String NUMBER = "\0";

  /** Most digits of a line number; no log has more lines. */
  private static final int MAX_DIGITS = 12;

  private final List<String> names;
  private final long[] firstLines;
  private final Phrases phrases;

  LinePlaces(List<String> names, long[] firstLines, Language language) {
    this.names = names;
    this.firstLines = firstLines;
    this.phrases = Phrases.of(language);
  }

  /** The places of the lines of a report. */
  public static LinePlaces ofReport(Report report, Language language) {
    List<Report.Source> files = report.log().sources();
    return new LinePlaces(
        files.stream().map(Report.Source::name).toList(),
        files.stream().mapToLong(Report.Source::firstLine).toArray(),
        language);
  }

  /** The places of the lines of a diagnosis. */
  static LinePlaces ofDiagnosis(Diagnosis diagnosis, Language language) {
    boolean several = diagnosis.sources().size() > 1;
    return new LinePlaces(
        several ? diagnosis.sources().stream().map(file -> file.name()).toList() : List.of(),
        several
            ? diagnosis.sources().stream().mapToLong(file -> file.firstLine()).toArray()
            : new long[0],
        language);
  }

  /**
   * The file that holds a line, and the position in it; both null if the log is a single file.
   *
   * @param source name of the file
   * @param sourceLine number of the line in that file, from 1
   */
  record Place(@Nullable String source, @Nullable Long sourceLine) {}

  /** Whether lines are numbered within files. */
  public boolean hasFiles() {
    return !names.isEmpty();
  }

  /**
   * The description of a line in running text: {@code rank3.log:32}, or {@code line 32} in the
   * language of the report.
   *
   * @param line number within the whole input, from 1
   */
  public String describe(long line) {
    return hasFiles() ? inFile(line) : phrases.say("text.line", Long.toString(line));
  }

  /** A shorter form: {@code rank3.log:32}, or {@code 32}. */
  public String shorten(long line) {
    return hasFiles() ? inFile(line) : Long.toString(line);
  }

  /**
   * A part of a sentence.
   *
   * @param text its words
   * @param line number, within the whole input, of the line that the words name; 0 if they name
   *     none
   */
  public record Mention(String text, long line) {}

  /**
   * Splits a sentence at the lines that it names in the form of {@link #describe}, so that a page
   * can link them.
   *
   * @return the parts, which together are the sentence; empty for an empty sentence
   */
  public List<Mention> divideAtLines(String sentence) {
    List<Mention> pieces = new ArrayList<>();
    int plain = 0;
    for (int at = 0; at < sentence.length(); at++) {
      Mention named = at > 0 && isWord(sentence, at - 1) ? null : mentionAt(sentence, at);
      if (named != null) {
        addPlain(pieces, sentence, plain, at);
        pieces.add(named);
        plain = at + named.text().length();
        at = plain - 1;
      }
    }
    addPlain(pieces, sentence, plain, sentence.length());
    return List.copyOf(pieces);
  }

  private static void addPlain(List<Mention> pieces, String sentence, int from, int to) {
    if (to > from) {
      pieces.add(new Mention(sentence.substring(from, to), 0));
    }
  }

  /** The line whose description begins at {@code at}; null if none does. */
  private @Nullable Mention mentionAt(String sentence, int at) {
    if (!hasFiles()) {
      String form = phrases.say("text.line", NUMBER);
      int number = form.indexOf(NUMBER);
      return findMention(
          sentence, at, new Form(form.substring(0, number), form.substring(number + 1), 1));
    }
    for (int file = 0; file < names.size(); file++) {
      Mention named = findMention(sentence, at, new Form(nameOf(file) + ":", "", firstLines[file]));
      if (named != null) {
        return named;
      }
    }
    return null;
  }

  /**
   * The form in which a sentence names a line.
   *
   * @param first number, within the whole input, of the line that it calls 1
   */
  private record Form(String before, String after, long first) {}

  private static @Nullable Mention findMention(String sentence, int at, Form form) {
    int digits = at + form.before().length();
    if (!sentence.startsWith(form.before(), at)) {
      return null;
    }
    int end = digits;
    while (end < sentence.length() && end - digits < MAX_DIGITS && isDigit(sentence.charAt(end))) {
      end++;
    }
    return end > digits && sentence.startsWith(form.after(), end)
        ? new Mention(
            sentence.substring(at, end + form.after().length()),
            form.first() + Long.parseLong(sentence.substring(digits, end)) - 1)
        : null;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** Whether a Latin word continues here; {@code baseline 3} does not name a line. */
  private static boolean isWord(String text, int at) {
    return Character.isLetterOrDigit(text.charAt(at)) && text.charAt(at) < 0x80;
  }

  /** The file and the line number in it, for machine-readable answers. */
  Place find(long line) {
    if (!hasFiles()) {
      return new Place(null, null);
    }
    int file = fileOf(line);
    return new Place(names.get(file), line - firstLines[file] + 1);
  }

  /** Index of the file that holds a line; 0 if there is only one. */
  public int fileOf(long line) {
    int low = 0;
    int high = names.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (firstLines[middle] <= line) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  private String inFile(long line) {
    int file = fileOf(line);
    return nameOf(file) + ":" + (line - firstLines[file] + 1);
  }

  private String nameOf(int file) {
    String name = names.get(file);
    return name.isEmpty() ? phrases.say("text.pasted") : name;
  }
}
