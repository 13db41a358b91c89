package dev.faultbook.cli;

import dev.faultbook.codes.Code;
import dev.faultbook.codes.CodeSearch;
import dev.faultbook.content.Entry;
import dev.faultbook.content.Language;
import dev.faultbook.content.Markdown;
import dev.faultbook.content.Page;
import dev.faultbook.content.PageTemplate;
import dev.faultbook.content.Source;
import dev.faultbook.content.TemplateValues;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.log.VisibleText;
import dev.faultbook.report.CodeReport;
import dev.faultbook.search.PageHit;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code explain FB-0017|ENTRY|CODE}. */
@Command(
    name = "explain",
    description = "Prints the page of an entry, or the row of a code, as Markdown.",
    mixinStandardHelpOptions = true,
    versionProvider = FaultbookCli.Version.class,
    footer = {"", "Exit status: 0 printed, 1 no such entry or code, 2 bad usage."})
final class ExplainCommand implements Callable<Integer> {
  private static final int PROPOSALS = 3;
  private static final int MAX_NAME = 80;

  private final Streams streams;

  @Option(
      names = "--lang",
      paramLabel = "en|zh",
      defaultValue = "en",
      converter = LanguageOption.class,
      description = "Language of the page: en (default) or zh.")
  private Language language;

  @Parameters(
      paramLabel = "ENTRY",
      arity = "1..*",
      description = {
        "Short code (FB-0017) or id of an entry;",
        "or a code that software prints, in any spelling: Xid 79, cudaErrorNoDevice, exit code 137."
      })
  private List<String> words;

  ExplainCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    Knowledge knowledge;
    try {
      knowledge = LocalContent.openKnowledge();
    } catch (IOException e) {
      throw new CommandFailedException("cannot read the content folder: " + e.getMessage(), e);
    }
    String name = String.join(" ", words);
    String id = name.toLowerCase(Locale.ROOT);
    Optional<Entry> entry = knowledge.entryOfCode(name).or(() -> knowledge.findEntry(id));
    if (entry.isEmpty()) {
      List<Code> codes = new CodeSearch(knowledge.codes()).findCodes(name, PROPOSALS);
      if (!codes.isEmpty()) {
        codes.forEach(code -> streams.out().print(toMarkdown(code, language)));
        return 0;
      }
      streams.err().println("faultbook: there is no entry or code '" + VisibleText.of(name) + "'");
      List<String> near = findSimilar(knowledge, id);
      if (!near.isEmpty()) {
        streams.err().println("Did you mean " + String.join(" or ", near) + "?");
      }
      return 1;
    }
    streams.out().print(toMarkdown(entry.get(), language));
    return 0;
  }

  /** Ids with similar spelling; if there are none, the results of a search for the words. */
  private List<String> findSimilar(Knowledge knowledge, String id) {
    if (id.length() > MAX_NAME) {
      return List.of();
    }
    int most = Math.max(1, id.length() / 4);
    List<String> alike =
        knowledge.entries().stream()
            .map(Entry::id)
            .filter(other -> editDistance(id, other) <= most)
            .sorted(Comparator.comparingInt(other -> editDistance(id, other)))
            .limit(PROPOSALS)
            .toList();
    return alike.isEmpty()
        ? knowledge.pages().searchPages(id.replace('-', ' '), language, PROPOSALS).stream()
            .map(PageHit::entry)
            .toList()
        : alike;
  }

  /** The number of letters to insert, delete or change. */
  private static int editDistance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int k = 0; k <= b.length(); k++) {
      row[k] = k;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int k = 1; k <= b.length(); k++) {
        int change = diagonal + (a.charAt(i - 1) == b.charAt(k - 1) ? 0 : 1);
        diagonal = row[k];
        row[k] = Math.min(change, Math.min(row[k], row[k - 1]) + 1);
      }
    }
    return row[b.length()];
  }

  private static String toMarkdown(Code code, Language language) {
    StringBuilder out = new StringBuilder();
    out.append("# ").append(CodeReport.title(code, language)).append("\n\n");
    out.append(code.meaning().in(language)).append("\n\n");
    out.append("- ").append(code.advice().action().text().in(language)).append('\n');
    code.advice().hint().ifPresent(hint -> out.append("- ").append(hint.in(language)).append('\n'));
    code.entry().ifPresent(entry -> out.append("- explain ").append(entry).append('\n'));
    return out.append('\n').toString();
  }

  private static String toMarkdown(Entry entry, Language language) {
    Page page = entry.pageIn(language);
    StringBuilder out = new StringBuilder();
    out.append("# ").append(page.title()).append("\n\n");
    entry.classification().code().ifPresent(code -> out.append(code).append(" · "));
    out.append(entry.id()).append("\n\n");
    out.append(PageTemplate.fill(page.summary(), TemplateValues.NONE)).append('\n');
    for (Page.Section section : page.sections()) {
      String text = PageTemplate.fill(section.markdown(), TemplateValues.NONE).strip();
      out.append("\n## ").append(section.heading()).append("\n\n").append(text).append('\n');
    }
    out.append('\n');
    for (Source source : entry.sources()) {
      out.append("- <").append(source.url()).append("> ").append(source.title()).append('\n');
    }
    return Markdown.addressEntries(out.toString(), "");
  }
}
