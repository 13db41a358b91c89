package dev.faultbook.web;

import dev.faultbook.content.Language;
import dev.faultbook.content.Markdown;
import dev.faultbook.report.FailureText;
import dev.faultbook.report.Phrases;
import dev.faultbook.report.RunReport;
import dev.faultbook.report.RunText;
import dev.faultbook.report.SeenReport;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Formats numbers, sizes, dates and commands in one language. */
public final class Formatter {
  private final Language language;
  private final Locale locale;
  private final Phrases phrases;

  Formatter(Language language) {
    this.language = language;
    this.phrases = Phrases.of(language);
    this.locale = localeOf(language);
  }

  static Locale localeOf(Language language) {
    return language == Language.ZH ? Locale.SIMPLIFIED_CHINESE : Locale.ENGLISH;
  }

  /** A number with thousands separators. */
  public String number(long number) {
    return Math.abs(number) < 1000 ? Long.toString(number) : String.format(locale, "%,d", number);
  }

  /** A probability in percent. */
  public String percent(double p) {
    return Math.round(p * 100) + (language == Language.ZH ? "%" : " %");
  }

  /** A size in a suitable unit. */
  public String size(long bytes) {
    if (bytes < 1024) {
      return phrases.say("size.bytes", Long.toString(bytes));
    }
    if (bytes < 1024 * 1024) {
      return String.format(locale, "%.1f KiB", bytes / 1024.0);
    }
    return String.format(locale, "%.1f MiB", bytes / 1024.0 / 1024.0).replace(".0 ", " ");
  }

  /** A date. */
  public String day(LocalDate day) {
    return DateTimeFormatter.ofPattern(phrases.say("date.day"), Locale.ENGLISH).format(day);
  }

  /** The HTML of a command that wraps only at blanks. */
  public String command(String command) {
    return CodeWrapping.wrapCommand(command);
  }

  /** The HTML of one or two Markdown sentences with code. */
  public String prose(String markdown) {
    return CodeWrapping.wrapHtml(Markdown.toInlineHtml(markdown));
  }

  /** The HTML of Markdown paragraphs. */
  public String article(String markdown) {
    return CodeWrapping.wrapHtml(Markdown.toHtml(markdown));
  }

  /** What the job did, in a line; empty if the log or an older report does not tell. */
  public String run(@Nullable RunReport run) {
    return run == null ? "" : new RunText(language).outline(run);
  }

  /** {@code step 1,240}. */
  public String steps(Number step) {
    return phrases.say("run.step", RunText.formatNumber(step));
  }

  /** Whether a failed run can be resumed, and what is lost; empty if the log does not tell. */
  public String resume(@Nullable RunReport run) {
    return new RunText(language).resume(run);
  }

  /** What the errors of a healthy run came to; empty if there were none. */
  public String healthy(@Nullable RunReport run, int handled) {
    return run == null ? "" : new RunText(language).healthyLead(run, handled);
  }

  /** How often the server met the same failure; empty if it was the first time. */
  public String seen(SeenReport seen) {
    return new FailureText(language).seen(seen);
  }

  /** The date of an instant, in UTC. */
  public String day(Instant moment) {
    return day(LocalDate.ofInstant(moment, ZoneOffset.UTC));
  }
}
