package dev.faultbook.comparison;

import dev.faultbook.comparison.Comparison.Behind;
import dev.faultbook.comparison.Comparison.Common;
import dev.faultbook.comparison.Comparison.FactDifference;
import dev.faultbook.comparison.Comparison.Kind;
import dev.faultbook.comparison.Comparison.Kinds;
import dev.faultbook.language.Language;
import dev.faultbook.report.TextReport;
import java.util.List;

/** A comparison as plain text for a terminal. */
public final class TextComparison {
  private static final int LISTED = 12;
  private static final int LANES = 16;
  private static final int LONGEST = 200;

  private final boolean zh;
  private final StringBuilder out = new StringBuilder();

  private TextComparison(Language language) {
    this.zh = language == Language.ZH;
  }

  /**
   * Writes a comparison, and the diagnosis of the bad log below it.
   *
   * @param base address of the pages, put before their paths; empty where there is no server
   */
  public static String of(Comparison comparison, Language language, String base) {
    TextComparison text = new TextComparison(language);
    text.write(comparison);
    text.line("");
    text.line(text.say("DIAGNOSIS OF THE BAD RUN", "失败运行的诊断"));
    text.line("");
    return text.out + TextReport.of(comparison.diagnosis(), language, base);
  }

  private void write(Comparison comparison) {
    if (comparison.same()) {
      line(
          say(
              "NO DIFFERENCE  in kinds of lines, in facts, in who got where.",
              "没有差异  行的种类、环境信息、各进程的进度都一致。"));
    }
    Comparison.First first = comparison.first();
    if (first == null && !comparison.same()) {
      line(say("THE SAME KINDS OF LINES  in both runs.", "行的种类相同  两次运行没有区别。"));
    }
    if (first != null) {
      line(say("FIRST DIFFERENCE", "第一处差异"));
      if (first.after() != null) {
        common(say("both     ", "相同  "), first.after());
      }
      kind(say("good run ", "正常  "), first.good());
      kind(say("bad run  ", "失败  "), first.bad());
    }
    if (comparison.next() != null) {
      line("");
      line(say("NEVER REACHED  the bad run came as far as", "未到达  失败的运行最远走到"));
      if (comparison.reached() != null) {
        common(say("both     ", "相同  "), comparison.reached());
      }
      kind(say("then     ", "接着  "), comparison.next());
    }
    ends(comparison.ends());
    facts(comparison.facts());
    behind(comparison.behind());
    kinds(say("ONLY IN THE BAD RUN", "只在失败的运行中出现"), comparison.onlyBad());
    kinds(say("MISSING IN THE BAD RUN", "失败的运行中缺少"), comparison.missing());
    if (!comparison.inBoth().isEmpty()) {
      line("");
      line(
          say("IN BOTH LOGS, so not the difference: ", "两份日志都有，因此不是差异所在：")
              + String.join(", ", comparison.inBoth()));
    }
    if (!comparison.complete()) {
      line("");
      line(
          say(
              "Not all kinds of lines were compared: a log has more than "
                  + TemplateTable.MOST
                  + " of them.",
              "行的种类超过 " + TemplateTable.MOST + " 种，未能全部比较。"));
    }
  }

  private void ends(Comparison.Ends ends) {
    line("");
    line(say("LAST LINES", "各自的最后一行"));
    kind(say("good run ", "正常  "), ends.good());
    kind(say("bad run  ", "失败  "), ends.bad());
  }

  private void facts(List<FactDifference> facts) {
    if (facts.isEmpty()) {
      return;
    }
    line("");
    line(say("FACTS THAT DIFFER", "环境信息的差异"));
    for (FactDifference fact : facts) {
      line(
          "  "
              + fact.fact()
              + say("  good ", "  正常 ")
              + values(fact.good())
              + say("  bad ", "  失败 ")
              + values(fact.bad()));
    }
  }

  private String values(List<String> values) {
    return values.isEmpty() ? say("(not said)", "（未提及）") : String.join(" / ", values);
  }

  private void behind(List<Behind> behind) {
    if (behind.isEmpty()) {
      return;
    }
    line("");
    line(say("NOT EVERYWHERE", "并非所有进程都到达"));
    for (Behind step : behind) {
      List<String> lanes = step.lanes().stream().limit(LANES).toList();
      line("  " + cut(step.text()));
      line(
          "    "
              + step.bad()
              + " / "
              + (step.bad() + step.lanes().size())
              + say("; not ", "；未到达：")
              + String.join(", ", lanes)
              + (lanes.size() < step.lanes().size() ? ", …" : ""));
    }
  }

  private void kinds(String heading, Kinds kinds) {
    if (kinds.total() == 0) {
      return;
    }
    line("");
    line(heading + say("  kinds of lines: ", "  种类数：") + kinds.total());
    for (Kind kind : kinds.lines().stream().limit(LISTED).toList()) {
      line(
          "  "
              + kind.line()
              + ": "
              + cut(kind.text())
              + (kind.count() > 1 ? "  ×" + kind.count() : "")
              + (kind.entry() == null ? "" : "  [" + kind.entry() + "]"));
    }
    if (kinds.total() > LISTED) {
      line("  …");
    }
  }

  private void common(String label, Common common) {
    line("  " + label + common.goodLine() + " | " + common.badLine() + ": " + cut(common.text()));
  }

  private void kind(String label, Kind kind) {
    line(
        "  "
            + label
            + (kind == null ? say("(nothing)", "（无）") : kind.line() + ": " + cut(kind.text())));
  }

  private static String cut(String text) {
    return text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
  }

  private String say(String en, String chinese) {
    return zh ? chinese : en;
  }

  private void line(String text) {
    // A log must not be able to steer the terminal that shows this.
    text.chars()
        .filter(c -> c >= 0x20 && c != 0x7f || c == '\t')
        .forEach(c -> out.append((char) c));
    out.append('\n');
  }
}
