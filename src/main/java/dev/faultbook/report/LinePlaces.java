package dev.faultbook.report;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.faultbook.content.Language;
import dev.faultbook.content.Lazy;
import dev.faultbook.log.LogSource;
import dev.faultbook.stream.RankView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Describes lines of a log by file and line number if there are several files, {@code
 * rank3.log:32}, otherwise by number alone.
 */
public final class LinePlaces {
  /** Placeholder for a number, to find the words around it. */
  private static final String NUMBER = "\0";

  private final List<LogSource> files;
  private final Phrases phrases;

  private final Lazy<Pattern> mentions = new Lazy<>(this::compileMentions);

  /**
   * By what a sentence says before the number of a line, the number of the line that it calls 1.
   */
  private final Map<String, Long> firstLines = new LinkedHashMap<>();

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

  /**
   * A part of a sentence.
   *
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
    for (Matcher named = mentions.get().matcher(sentence); named.find(); plain = named.end()) {
      addPlain(pieces, sentence.substring(plain, named.start(1)));
      long first = Objects.requireNonNull(firstLines.get(named.group(2)));
      pieces.add(new Mention(named.group(1), first + Long.parseLong(named.group(3)) - 1));
    }
    addPlain(pieces, sentence.substring(plain));
    return pieces;
  }

  private static void addPlain(List<Mention> pieces, String text) {
    if (!text.isEmpty()) {
      pieces.add(new Mention(text, 0));
    }
  }

  /** {@code line 32}, but not {@code baseline 3}; with files {@code rank3.log:32}. */
  private Pattern compileMentions() {
    String after = "";
    if (!files.isEmpty()) {
      files.forEach(file -> firstLines.putIfAbsent(nameOf(file) + ":", file.firstLine()));
    } else {
      String form = phrases.say("text.line", NUMBER);
      int number = form.indexOf(NUMBER);
      firstLines.put(form.substring(0, number), 1L);
      after = form.substring(number + 1);
    }
    String before =
        firstLines.keySet().stream().map(Pattern::quote).collect(Collectors.joining("|"));
    return Pattern.compile(
        "(?:^|[^0-9A-Za-z])((" + before + ")([0-9]{1,12})" + Pattern.quote(after) + ")");
  }
}
