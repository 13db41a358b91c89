package dev.faultbook.web;

import dev.faultbook.language.Language;
import dev.faultbook.log.VisibleText;
import dev.faultbook.report.FailureReport;
import dev.faultbook.report.FailureText;
import dev.faultbook.report.Report;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.context.MessageSource;
import org.springframework.stereotype.Component;

/** A diagnosis as Markdown, for a ticket or a chat. */
@Component
class IssueMarkdown {
  private static final int EVIDENCE = 5;
  private static final int LONGEST = 300;

  private final MessageSource messages;

  IssueMarkdown(MessageSource messages) {
    this.messages = messages;
  }

  String toMarkdown(Report report, Language language, String base) {
    Locale locale = language == Language.ZH ? Locale.SIMPLIFIED_CHINESE : Locale.ENGLISH;
    StringBuilder out = new StringBuilder();
    boolean diagnosed = report.verdict().equals("diagnosed");
    if (!diagnosed) {
      String title =
          report.machine() == null ? messageOf("nomatch.title", locale) : report.machine().title();
      out.append("**").append(title).append("**\n");
    }
    for (Report.Found found : report.findings()) {
      String role =
          messageOf(
              "role." + (found.rank() == 1 && diagnosed ? leadRole(found) : found.role()), locale);
      if (found.rank() == 1 && diagnosed) {
        out.append("**")
            .append(role)
            .append(messageOf("list.colon", locale))
            .append("[")
            .append(found.title())
            .append("](")
            .append(base)
            .append(found.url())
            .append(")** (")
            .append(Math.round(found.confidence() * 100))
            .append(" %)\n\n")
            .append(found.summary())
            .append("\n\n");
        appendEvidence(out, found.evidence());
        if (!found.remedies().isEmpty()) {
          Report.Fix fix = found.remedies().getFirst();
          out.append("\n**")
              .append(messageOf("result.fix", locale))
              .append("**")
              .append(messageOf("list.colon", locale))
              .append(fix.title())
              .append('\n');
          if (!fix.command().isEmpty()) {
            out.append("\n```bash\n").append(fix.command()).append("\n```\n");
          }
        }
      } else {
        out.append("\n- ")
            .append(role)
            .append(messageOf("list.colon", locale))
            .append("[")
            .append(found.title())
            .append("](")
            .append(base)
            .append(found.url())
            .append(")");
      }
    }
    out.append('\n');
    appendFailure(out, report, language, locale);
    appendChecks(out, report.checks(), locale);
    for (Report.Contradicting found : report.contradictions()) {
      out.append("\n**")
          .append(messageOf("result.contradictions", locale))
          .append("**")
          .append(messageOf("list.colon", locale))
          .append(found.fact())
          .append(' ')
          .append(
              String.join(
                  " / ",
                  found.values().stream()
                      .map(v -> codeSpan(v.value()) + " (" + v.line() + ")")
                      .toList()))
          .append('\n');
    }
    appendFacts(out, report.facts(), locale);
    if (report.permalink() != null) {
      out.append('\n').append(report.permalink()).append('\n');
    }
    return out.toString();
  }

  static String leadRole(Report.Found found) {
    return found.kind().equals("symptom") ? "symptom" : found.role();
  }

  private void appendEvidence(StringBuilder out, List<Report.Line> lines) {
    out.append("```text\n");
    for (Report.Line line : lines.stream().limit(EVIDENCE).toList()) {
      appendFenced(out, line.line() + ": " + line.text().strip());
    }
    out.append("```\n");
  }

  /** The failure where no entry explains its line, and whether to start the job again. */
  private void appendFailure(StringBuilder out, Report report, Language language, Locale locale) {
    FailureText words = new FailureText(language);
    FailureReport failure = report.failure();
    if (failure != null && failure.entry() == null) {
      out.append("\n**").append(messageOf("failure.title", locale)).append("**\n\n```text\n");
      appendFenced(out, failure.where().line() + ": " + failure.text());
      // What the log calls its ranks, files and functions is text of the log too.
      appendFenced(out, words.who(failure));
      words.originSentences(failure).forEach(sentence -> appendFenced(out, sentence));
      out.append("```\n");
    }
    if (report.retry() != null) {
      out.append('\n').append(words.retry(report.retry())).append('\n');
    }
  }

  private static void appendFenced(StringBuilder out, String text) {
    String line = TerminalStyling.plainText(text).strip().replace("```", "'''");
    if (!line.isEmpty()) {
      out.append(line.length() > LONGEST ? line.substring(0, LONGEST) + "…" : line).append('\n');
    }
  }

  private void appendChecks(StringBuilder out, List<Report.Check> checks, Locale locale) {
    for (Report.Check check : checks) {
      out.append("\n**")
          .append(messageOf("result.checks", locale))
          .append("**\n\n```bash\n")
          .append(check.command())
          .append("\n```\n");
      for (Report.Outcome outcome : check.outcomes()) {
        out.append("\n- ").append(outcome.text()).append(" → ").append(outcome.title());
      }
      out.append('\n');
    }
  }

  private void appendFacts(StringBuilder out, Map<String, List<String>> facts, Locale locale) {
    if (!facts.isEmpty()) {
      out.append('\n')
          .append(messageOf("result.facts", locale))
          .append(messageOf("list.colon", locale));
      out.append(
          String.join(
              "; ",
              facts.entrySet().stream()
                  .map(fact -> fact.getKey() + " " + joinValues(fact.getValue()))
                  .toList()));
      out.append('\n');
    }
  }

  private static String joinValues(List<String> values) {
    return String.join(" / ", values.stream().map(IssueMarkdown::codeSpan).toList());
  }

  /**
   * A value of the log as a code span, in which neither images nor mentions nor links mean
   * anything: {@code ![x](http://…)@octocat}. More backticks stand around it than in it.
   */
  static String codeSpan(String value) {
    String text = VisibleText.of(value).strip();
    String fence = "`".repeat(longestRun(text) + 1);
    boolean apart = text.isEmpty() || text.startsWith("`") || text.endsWith("`");
    return apart ? fence + " " + text + " " + fence : fence + text + fence;
  }

  private static int longestRun(String text) {
    int longest = 0;
    int run = 0;
    for (int i = 0; i < text.length(); i++) {
      run = text.charAt(i) == '`' ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
    return longest;
  }

  private String messageOf(String key, Locale locale) {
    return messages.getMessage(key, null, locale);
  }
}
