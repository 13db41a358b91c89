package dev.faultbook.report;

import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.language.Language;
import java.util.List;

/**
 * Names the lines of a log as a reader finds them: by file and number within it where there are
 * several files, {@code rank3.log:32}, else by number alone.
 */
public final class LinePlaces {
  private final List<String> names;
  private final long[] firstLines;
  private final Phrases phrases;

  private LinePlaces(List<String> names, long[] firstLines, Language language) {
    this.names = names;
    this.firstLines = firstLines;
    this.phrases = Phrases.of(language);
  }

  /** The places of a report's lines. */
  public static LinePlaces ofReport(Report report, Language language) {
    List<Report.Source> files = report.log().sources();
    return new LinePlaces(
        files.stream().map(Report.Source::name).toList(),
        files.stream().mapToLong(Report.Source::firstLine).toArray(),
        language);
  }

  /** The places of a diagnosis' lines. */
  static LinePlaces ofDiagnosis(Diagnosis diagnosis, Language language) {
    boolean several = diagnosis.sources().size() > 1;
    return new LinePlaces(
        several ? diagnosis.sources().stream().map(file -> file.name()).toList() : List.of(),
        several
            ? diagnosis.sources().stream().mapToLong(file -> file.firstLine()).toArray()
            : new long[0],
        language);
  }

  /** Whether lines are counted within files. */
  public boolean hasFiles() {
    return !names.isEmpty();
  }

  /**
   * What a line is called in running text: {@code rank3.log:32}, or {@code line 32} in the language
   * of the report.
   *
   * @param line number within the whole input, from 1
   */
  public String describe(long line) {
    return hasFiles() ? inFile(line) : phrases.say("text.line", Long.toString(line));
  }

  /** The same where there is no room for a word: {@code rank3.log:32}, or {@code 32}. */
  public String shorten(long line) {
    return hasFiles() ? inFile(line) : Long.toString(line);
  }

  /** The file and the number in it, for answers that programs read. */
  FilePlace find(long line) {
    if (!hasFiles()) {
      return FilePlace.NONE;
    }
    int file = fileOf(line);
    return new FilePlace(names.get(file), line - firstLines[file] + 1);
  }

  /** Index of the file that holds a line; 0 where there is only one. */
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
    String name = names.get(file);
    return (name.isEmpty() ? phrases.say("text.pasted") : name)
        + ":"
        + (line - firstLines[file] + 1);
  }
}
