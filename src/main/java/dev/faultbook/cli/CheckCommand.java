package dev.faultbook.cli;

import dev.faultbook.content.ContentError;
import dev.faultbook.content.Entry;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.ExampleCheck;
import dev.faultbook.diagnosis.KnowledgeReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code check [DIR]}. */
@Command(
    name = "check",
    description = "Validates content and runs its example logs; prints one line per error.",
    mixinStandardHelpOptions = true,
    versionProvider = FaultbookCli.Version.class,
    footer = {"", "Exit status: 0 clean, 1 errors, 2 bad usage or missing folder."})
final class CheckCommand implements Callable<Integer> {
  private final Streams streams;

  @Parameters(
      paramLabel = "DIR",
      arity = "0..1",
      description = {
        "Folder of content, or of entries that stand above the packed content.",
        "Default: FAULTBOOK_CONTENT, then the packed content."
      })
  private Path folder;

  CheckCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    KnowledgeReader.Result result;
    try {
      result =
          KnowledgeReader.readFolders(folder == null ? LocalContent.layers() : List.of(folder));
    } catch (IOException e) {
      throw new CommandFailedException("cannot read the content folder: " + e.getMessage(), e);
    }
    List<ContentError> errors = new ArrayList<>(result.errors());
    errors.addAll(
        new ExampleCheck(result.knowledge(), new Diagnoser(result.knowledge())).checkAll());
    errors.stream().sorted().forEach(streams.out()::println);
    if (!result.knowledge().content().layers().isEmpty()) {
      ExampleCheck.findSuperfluous(result.knowledge(), new Diagnoser(KnowledgeReader.openPacked()))
          .forEach(streams.out()::println);
    }
    List<Entry> entries = result.knowledge().entries();
    int signatures = entries.stream().mapToInt(entry -> entry.signatures().size()).sum();
    int logs = entries.stream().mapToInt(entry -> entry.logs().size()).sum();
    String found = errors.isEmpty() ? "clean" : Plural.of(errors.size(), "mistake", "mistakes");
    streams
        .out()
        .printf(
            "%s, %s, %s: %s%n",
            Plural.of(entries.size(), "entry", "entries"),
            Plural.of(signatures, "signature", "signatures"),
            Plural.of(logs, "example log", "example logs"),
            found);
    return errors.isEmpty() ? 0 : 1;
  }
}
