package dev.faultbook.report;

import dev.faultbook.language.Language;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A report as plain text for a terminal, at most 100 columns where the log's lines permit. */
public final class TextReport {
  private static final int WIDTH = 96;
  private static final int LONGEST_LINE = 220;
  private static final int EVIDENCE = 4;
  private static final int MOST_TEXT = 12;
  private static final int MOST_ROWS = 8;
  private static final Set<String> SHOWN_FACTS =
      Set.of(
          "gpu",
          "compute_capability",
          "driver",
          "driver_cuda",
          "cuda",
          "torch",
          "nccl",
          "cudnn",
          "python",
          "os",
          "container",
          "world_size");

  private final boolean zh;
  private final Language language;
  private final Phrases phrases;
  private final StringBuilder out = new StringBuilder();

  private TextReport(Language language) {
    this.zh = language == Language.ZH;
    this.language = language;
    this.phrases = Phrases.of(language);
  }

  /**
   * Writes a report.
   *
   * @param base address of the pages, put before their paths; empty where there is no server
   */
  public static String of(Report report, Language language, String base) {
    TextReport text = new TextReport(language);
    text.write(report, base);
    return text.out.toString();
  }

  private void write(Report report, String base) {
    boolean diagnosed = report.verdict().equals("diagnosed");
    if (!diagnosed && report.machine() != null) {
      machine(report.machine());
      line(say("  No line of what was collected is a known fault.", "  收集到的内容里没有已知的故障。"));
    } else if (!diagnosed) {
      line(phrases.say("text." + report.verdict()));
    }
    if (!diagnosed) {
      failure(report);
    }
    boolean first = true;
    for (Report.Found finding : report.findings()) {
      if (first && diagnosed) {
        lead(finding, base);
        failure(report);
      } else {
        follow(finding, base);
      }
      first = false;
    }
    collect(report.collect(), base);
    checks(report.checks());
    for (Report.Excluded excluded : report.ruledOut()) {
      line("");
      line(say("RULED OUT  ", "已排除  ") + excluded.title());
      wrapped("  ", excluded.because());
    }
    if (!diagnosed) {
      unmatched(report, base);
    }
    if (report.ranks() != null) {
      ranks(report.ranks());
    }
    contradictions(report.contradictions());
    if (report.machine() == null) {
      facts(report.facts());
    } else {
      if (diagnosed) {
        line("");
        machine(report.machine());
      }
      collected(report.facts());
    }
    line("");
    line(
        say("Read ", "共读取 ")
            + report.log().lines()
            + say(" lines, ", " 行，")
            + report.log().bytes()
            + say(" bytes, in ", " 字节，用时 ")
            + report.tookMillis()
            + say(" ms.", " 毫秒。"));
    skipped(report.log().skipped());
  }

  /** The failing line, unless the lead shows it already, and whether to restart. */
  private void failure(Report report) {
    FailureReport failure = report.failure();
    FailureText text = new FailureText(language);
    if (failure != null && !isShown(report)) {
      line("");
      String who = text.who(failure);
      line(phrases.say("text.failure") + "  " + failure.text().lines().findFirst().orElse(""));
      line("    " + place(failure) + (who.isEmpty() ? "" : " · " + who));
      text.origin(failure).forEach(sentence -> wrapped("  ", sentence));
    }
    if (report.retry() != null) {
      line("");
      wrapped("", phrases.say("text.retry") + "  " + text.retry(report.retry()));
    }
  }

  private static boolean isShown(Report report) {
    return !report.findings().isEmpty()
        && report.findings().getFirst().evidence().stream()
            .limit(EVIDENCE)
            .anyMatch(line -> line.line() == report.failure().where().line());
  }

  private String place(FailureReport failure) {
    FailureReport.Place where = failure.where();
    return where.source() == null
        ? phrases.say("text.line", Long.toString(where.line()))
        : where.source() + ":" + where.sourceLine();
  }

  private void skipped(List<String> names) {
    if (!names.isEmpty()) {
      String some = String.join(", ", names.stream().limit(MOST_ROWS).toList());
      String rest = names.size() > MOST_ROWS ? ", …" : "";
      wrapped(
          "",
          say("Not read, because no text (", "未读取，不是文本（")
              + names.size()
              + say("): ", "）：")
              + some
              + rest);
    }
  }

  private void machine(MachineReport machine) {
    line(say("MACHINE  ", "本机  ") + machine.title());
    for (MachineReport.SetUp setUp : machine.setUps()) {
      setUp.reasons().forEach(reason -> wrapped("  ", reason));
      setUp.remedies().forEach(remedy -> wrapped("    ", "→ " + remedy));
    }
  }

  private void lead(Report.Found finding, String base) {
    String head =
        finding.role().equals("root_cause")
            ? say("ROOT CAUSE  ", "根本原因  ")
            : say("SYMPTOM  ", "现象  ");
    line(head + finding.title() + "  (" + percent(finding.confidence()) + ")");
    wrapped("  ", finding.summary());
    wrapped("  ", finding.because());
    finding.setUp().forEach(works -> wrapped("  ", say("Works: ", "可行：") + works));
    evidence(finding.evidence());
    int number = 1;
    for (Report.Fix fix : finding.remedies()) {
      line("");
      line(
          "  "
              + say("Fix ", "办法 ")
              + number++
              + "  "
              + fix.title()
              + (fix.risks().isEmpty() ? "" : "  [" + String.join(", ", fix.risks()) + "]"));
      fix.command().lines().forEach(command -> line("      " + command));
      if (fix.command().isEmpty() && fix.text().length() > fix.title().length()) {
        // Without a command the text is all that there is to follow.
        fix.text()
            .substring(fix.title().length() + 1)
            .lines()
            .map(String::strip)
            .filter(text -> !text.isEmpty())
            .limit(MOST_TEXT)
            .forEach(text -> wrapped("      ", text));
      }
    }
    line("");
    line("  " + say("Page: ", "页面：") + base + finding.url());
  }

  private void follow(Report.Found finding, String base) {
    line("");
    String head =
        switch (finding.role()) {
          case "contributing" -> say("ALSO POSSIBLE  ", "另一可能原因  ");
          case "harmless" -> say("HARMLESS  ", "无害  ");
          default -> say("CONSEQUENCE  ", "后果  ");
        };
    line(head + finding.title());
    wrapped("  ", finding.because());
    evidence(finding.evidence().stream().limit(1).toList());
    line("  " + base + finding.url());
  }

  private void evidence(List<Report.Line> lines) {
    for (Report.Line evidence : lines.stream().limit(EVIDENCE).toList()) {
      String text = evidence.text().strip();
      line(
          "    "
              + say("line ", "第 ")
              + evidence.line()
              + say("", " 行")
              + where(evidence)
              + say(": ", "：")
              + (text.length() > LONGEST_LINE ? text.substring(0, LONGEST_LINE) + "…" : text));
    }
    if (lines.size() > EVIDENCE) {
      line(
          "    "
              + say(
                  "and " + (lines.size() - EVIDENCE) + " more lines",
                  "另有 " + (lines.size() - EVIDENCE) + " 行"));
    }
  }

  /** Of several files: which, and the line in it. */
  private String where(Report.Line line) {
    String place = line.source() + ":" + line.sourceLine();
    return line.source() == null ? "" : say(" (" + place + ")", "（" + place + "）");
  }

  private void ranks(RankReport ranks) {
    line("");
    RankReport.First first = ranks.first();
    String lanes =
        switch (ranks.by()) {
          case "rank" -> say(" ranks", " 个 rank");
          case "node" -> say(" nodes", " 个节点");
          default -> say(" files", " 个文件");
        };
    line(say("RANKS  ", "各 rank  ") + ranks.count() + lanes + counts(ranks));
    if (first != null) {
      wrapped("  ", say("First: ", "最先：") + who(first) + say(". ", "。") + first.because());
      if (first.line() > 0) {
        line(
            "    "
                + say("line ", "第 ")
                + first.line()
                + say("", " 行")
                + (first.source() == null
                    ? ""
                    : say(" (" + first.source() + ")", "（" + first.source() + "）"))
                + say(": ", "：")
                + cut(first.text()));
      }
    }
    for (RankReport.Difference difference :
        ranks.differences().stream().limit(MOST_ROWS).toList()) {
      wrapped("  ", say("Differs: ", "不一致：") + difference.fact() + " " + values(difference));
    }
    for (RankReport.Clock clock : ranks.clocks().stream().limit(MOST_ROWS).toList()) {
      wrapped(
          "  ",
          say("Clock: ", "时钟：")
              + clock.node()
              + " "
              + (clock.offsetMillis() > 0 ? "+" : "")
              + clock.offsetMillis() / 1000.0
              + say(" s. ", " 秒。")
              + clock.because());
    }
    for (String next : ranks.collect()) {
      wrapped("  ", say("Collect: ", "请收集：") + next);
    }
  }

  private String who(RankReport.First first) {
    if (first.rank() != null) {
      String node = first.node();
      return "rank "
          + first.rank()
          + (node == null ? "" : say(" (" + node + ")", "（" + node + "）"));
    }
    return Optional.ofNullable(first.node())
        .or(() -> Optional.ofNullable(first.source()))
        .orElseGet(() -> say("lines that name no rank", "不带 rank 编号的行"));
  }

  private String counts(RankReport ranks) {
    StringBuilder counts = new StringBuilder();
    Map<String, Long> states = new TreeMap<>();
    ranks.counted().forEach(lane -> states.merge(lane.state(), 1L, Long::sum));
    List.of("failed", "victim", "silent", "behind", "ok")
        .forEach(
            state -> {
              if (states.containsKey(state)) {
                counts
                    .append(say(", ", "，"))
                    .append(states.get(state))
                    .append(say(" ", " 个"))
                    .append(state(state));
              }
            });
    return counts.toString();
  }

  private String state(String state) {
    return switch (state) {
      case "failed" -> say("failed too", "也出现故障");
      case "victim" -> say("affected", "受牵连");
      case "silent" -> say("silent", "无输出");
      case "behind" -> say("behind", "落后");
      default -> say("without a sign", "无异常");
    };
  }

  private static String values(RankReport.Difference difference) {
    return difference.values().stream()
        .limit(MOST_ROWS)
        .map(value -> value.value() + " (" + who(value) + ")")
        .collect(Collectors.joining("; "));
  }

  private static String who(RankReport.ValueOf value) {
    if (value.ranks().isEmpty()) {
      return cut(String.join(", ", value.nodes()));
    }
    String ranks =
        value.ranks().stream()
            .limit(MOST_ROWS)
            .map(String::valueOf)
            .collect(Collectors.joining(", "));
    return "rank " + ranks + (value.ranks().size() > MOST_ROWS ? ", …" : "");
  }

  private static String cut(String text) {
    return text.length() > LONGEST_LINE ? text.substring(0, LONGEST_LINE) + "…" : text;
  }

  private void collect(List<Report.Step> steps, String base) {
    if (!steps.isEmpty()) {
      line("");
      line(
          say(
              "COLLECT  The cause is not in what was read. What to bring next:",
              "请收集  读到的内容里没有原因。接下来请提供："));
    }
    for (Report.Step step : steps) {
      wrapped("  ", step.text());
      step.commandAt(base).lines().forEach(command -> line("      " + command));
    }
  }

  private void checks(List<Report.Check> checks) {
    for (Report.Check check : checks) {
      line("");
      line(say("TELL APART  run:", "进一步区分  执行："));
      check.command().lines().forEach(command -> line("      " + command));
      for (Report.Outcome outcome : check.outcomes()) {
        wrapped("  ", outcome.text() + " → " + outcome.title());
      }
    }
  }

  private void unmatched(Report report, String base) {
    if (!report.log().errorLines().isEmpty()) {
      line("");
      line(say("Lines that look like errors:", "看起来像错误的行："));
      for (Report.ErrorLine error : report.log().errorLines()) {
        String text = error.text().strip();
        line(
            "    "
                + error.line()
                + ": "
                + (text.length() > LONGEST_LINE ? text.substring(0, LONGEST_LINE) + "…" : text));
      }
    }
    if (!report.suggestions().isEmpty()) {
      line("");
      line(say("Nearest pages by text (not a diagnosis):", "文本上最接近的页面（不是诊断结论）："));
      for (Report.Suggestion suggestion : report.suggestions()) {
        line("    " + suggestion.title() + "  " + base + suggestion.url());
      }
    }
  }

  private void contradictions(List<Report.Contradicting> contradictions) {
    for (Report.Contradicting found : contradictions) {
      line("");
      line(
          say("CONTRADICTION  ", "前后矛盾  ")
              + found.fact()
              + "  "
              + String.join(" / ", found.values().stream().map(Report.Stated::value).toList()));
      for (Report.Stated value : found.values()) {
        line(
            "    "
                + say("line " + value.line() + ": ", "第 " + value.line() + " 行：")
                + value.value()
                + (value.rank() == null ? "" : ", rank " + value.rank())
                + (value.node() == null ? "" : ", " + value.node()));
      }
      wrapped("  ", found.because());
    }
  }

  private void facts(Map<String, List<String>> facts) {
    List<String> shown =
        facts.entrySet().stream()
            .filter(fact -> SHOWN_FACTS.contains(fact.getKey()))
            .map(fact -> fact.getKey() + " " + String.join(" / ", fact.getValue()))
            .toList();
    if (!shown.isEmpty()) {
      line("");
      line(say("Facts  ", "环境  ") + String.join(say("; ", "；"), shown));
    }
  }

  /** Whoever collected facts wants to see them all. */
  private void collected(Map<String, List<String>> facts) {
    line("");
    line(say("Facts", "环境"));
    facts.forEach(
        (name, values) -> {
          if (!name.equals("collect")) {
            wrapped("  " + name + "  ", String.join(" / ", values));
          }
        });
  }

  private void wrapped(String indent, String text) {
    StringBuilder row = new StringBuilder(indent);
    for (String word : text.strip().replace('\n', ' ').split(" ", -1)) {
      if (row.length() + word.length() + 1 > WIDTH && row.length() > indent.length()) {
        line(row.toString());
        row = new StringBuilder(indent);
      }
      row.append(row.length() > indent.length() ? " " : "").append(word);
    }
    line(row.toString());
  }

  private static String percent(double confidence) {
    return Math.round(confidence * 100) + " %";
  }

  private String say(String en, String chinese) {
    return zh ? chinese : en;
  }

  private void line(String text) {
    // A log must not be able to steer the terminal that shows the report.
    text.chars()
        .filter(c -> c >= 0x20 && c != 0x7f || c == '\t')
        .forEach(c -> out.append((char) c));
    out.append('\n');
  }
}
