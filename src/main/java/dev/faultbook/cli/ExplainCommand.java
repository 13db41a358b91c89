package dev.faultbook.cli;

import dev.faultbook.codes.Code;
import dev.faultbook.codes.CodeSearch;
import dev.faultbook.content.Entry;
import dev.faultbook.content.Language;
import dev.faultbook.content.TemplateValues;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.log.VisibleText;
import dev.faultbook.report.CodeReport;
import dev.faultbook.report.EntryMarkdown;
import dev.faultbook.search.PageHit;
import java.io.IOException;
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
        codes.forEach(code -> streams.out().print(CodeReport.toMarkdown(code, language)));
        return 0;
      }
      streams.err().println("faultbook: there is no entry or code '" + VisibleText.of(name) + "'");
      // The search corrects misspelled words.
      List<String> near =
          knowledge.pages().find(id.replace('-', ' '), language, PROPOSALS).hits().stream()
              .map(PageHit::entry)
              .toList();
      if (!near.isEmpty()) {
        streams.err().println("Did you mean " + String.join(" or ", near) + "?");
      }
      return 1;
    }
    streams
        .out()
        .print(EntryMarkdown.toMarkdown(entry.get(), knowledge, language, TemplateValues.NONE, ""));
    return 0;
  }
}
