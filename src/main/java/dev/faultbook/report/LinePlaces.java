package dev.faultbook.report;

import dev.faultbook.content.Language;
import dev.faultbook.log.LogSource;
import dev.faultbook.stream.RankView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Describes lines of a log by file and line number if there are several files, {@code
 * rank3.log:32}, otherwise by number alone.
 */
public final class LinePlaces {
  private final List<LogSource> files;
  private final Phrases phrases;

  /**
   * @param sources the files of the log
   */
  LinePlaces(List<LogSource> sources, Language language) {
    this.files = sources.size() < 2 ? List.of() : sources;
    this.phrases = Phrases.of(language);
  }

  /** The places of the lines of a report. */
  public static LinePlaces ofReport(Report report, Language language) {
    return new LinePlaces(
        report.log().sources().stream()
            .map(file -> new LogSource(file.name(), file.firstLine(), file.lines(), file.bytes()))
            .toList(),
        language);
  }

  /**
   * The description of a line in running text: {@code rank3.log:32}, or {@code line 32} in the
   * language of the report.
   *
   * @param line number within the whole input, from 1
   */
  public String describe(long line) {
    return files.isEmpty() ? phrases.say("text.line", Long.toString(line)) : shorten(line);
  }

  /** A shorter form: {@code rank3.log:32}, or {@code 32}. */
  public String shorten(long line) {
    if (files.isEmpty()) {
      return Long.toString(line);
    }
    LogSource file = fileOf(line);
    return nameOf(file) + ":" + (line - file.firstLine() + 1);
  }

  /** Name of the file that holds a line; null if the log is a single file, and for line 0. */
  @Nullable String sourceOf(long line) {
    return files.isEmpty() || line == 0 ? null : fileOf(line).name();
  }

  /** Number of a line in its file, from 1; null if the log is a single file, and for line 0. */
  @Nullable Long lineInSource(long line) {
    return files.isEmpty() || line == 0 ? null : line - fileOf(line).firstLine() + 1;
  }

  private LogSource fileOf(long line) {
    return files.get(RankView.sourceIndex(files, line));
  }

  private String nameOf(LogSource file) {
    return file.name().isEmpty() ? phrases.say("text.pasted") : file.name();
  }
}
