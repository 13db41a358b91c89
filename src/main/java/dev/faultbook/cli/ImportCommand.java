package dev.faultbook.cli;

import dev.faultbook.content.ContentFiles;
import dev.faultbook.content.Entry;
import dev.faultbook.content.ExampleLog;
import dev.faultbook.cre.CreImport;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.diagnosis.KnowledgeReader;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code import cre DIR --out DIR}. */
@Command(
    name = "import",
    description = "Converts rules of another collection into content.",
    mixinStandardHelpOptions = true,
    versionProvider = FaultbookCli.Version.class,
    synopsisSubcommandLabel = "COMMAND")
final class ImportCommand implements Runnable {
  private final Streams streams;

  @Spec private CommandSpec spec;

  ImportCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "name what to import: cre");
  }

  /** Rules of the Common Reliability Enumerations. */
  @Command(
      name = "cre",
      description = "Converts rules of the Common Reliability Enumerations into entries.",
      mixinStandardHelpOptions = true,
      versionProvider = FaultbookCli.Version.class,
      footer = {"", "Exit status: 0 all rules, 1 some were refused and are listed, 2 bad usage."})
  Integer importRules(
      @Parameters(paramLabel = "DIR", description = "Folder of rules.") Path from,
      @Option(
              names = "--out",
              paramLabel = "DIR",
              required = true,
              description = "New folder for the entries.")
          Path to) {
    try {
      CreImport.Result result = CreImport.importRules(from, to, LocalDate.now(ZoneOffset.UTC));
      listOverlaps(to);
      result.refusals().forEach(streams.out()::println);
      streams
          .out()
          .println(
              Plural.of(result.written(), "rule", "rules")
                  + " imported into "
                  + to
                  + ", "
                  + result.refusals().size()
                  + " refused");
      return result.refusals().isEmpty() ? 0 : 1;
    } catch (NoSuchFileException e) {
      throw new CommandFailedException("there is no folder " + e.getFile(), e);
    } catch (IOException e) {
      throw new CommandFailedException(e.getMessage(), e);
    }
  }

  /**
   * Lists in each entry the other imported rules that match its log: rules of a collection overlap,
   * and a later check should report only errors.
   */
  private static void listOverlaps(Path folder) throws IOException {
    Knowledge knowledge = KnowledgeReader.readFiles(ContentFiles.fromFolder(folder)).knowledge();
    Diagnoser diagnoser = new Diagnoser(knowledge);
    for (Entry entry : knowledge.entries()) {
      for (ExampleLog log : entry.logs()) {
        List<String> others =
            diagnoser.diagnose(log.bytes()).findings().stream()
                .map(finding -> finding.entry().id())
                .filter(id -> !id.equals(entry.id()))
                .toList();
        if (log.hit() && !others.isEmpty()) {
          CreImport.foundToo(folder, entry.id(), log.name(), others);
        }
      }
    }
  }
}
