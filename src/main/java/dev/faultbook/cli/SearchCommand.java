package dev.faultbook.cli;

import dev.faultbook.content.Entry;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.log.VisibleText;
import dev.faultbook.report.PageCommand;
import dev.faultbook.report.Search;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code search [--limit N] [--json] [--lang en|zh] WORDS…}. */
@Command(
    name = "search",
    description = "Finds pages and codes by words, numbers or whole messages.",
    mixinStandardHelpOptions = true,
    versionProvider = FaultbookCli.Version.class,
    footer = {"", "Exit status: 0 found, 1 nothing found, 2 bad usage."})
final class SearchCommand implements Callable<Integer> {
  private final Streams streams;

  @Mixin private AnswerOptions options;

  @Option(names = "--limit", paramLabel = "N", defaultValue = "5", description = "Most results.")
  private int limit;

  @Parameters(paramLabel = "WORDS", arity = "1..*", description = "What to search for.")
  private List<String> words = new ArrayList<>();

  SearchCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() throws IOException {
    Knowledge knowledge = LocalContent.openKnowledge();
    Search.Hits found =
        Search.Hits.find(String.join(" ", words), knowledge, options.language(), limit);
    if (options.json()) {
      streams.out().print(AnswerOptions.toJson(found));
    } else {
      for (Search.Hit hit : found.hits()) {
        String code =
            knowledge.findEntry(String.valueOf(hit.entry())).flatMap(Entry::code).orElse(null);
        streams.out().println(hit.title());
        streams.out().println("    " + VisibleText.of(hit.passage()));
        streams.out().println("    " + PageCommand.of(hit.url(), code));
      }
      if (found.suggestion() != null) {
        streams.err().println("Did you mean " + found.suggestion() + "?");
      }
    }
    return found.hits().isEmpty() ? 1 : 0;
  }
}
