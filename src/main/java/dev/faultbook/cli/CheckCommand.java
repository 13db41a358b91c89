package dev.faultbook.cli;

import dev.faultbook.catalogue.Catalogue;
import dev.faultbook.content.ContentFiles;
import dev.faultbook.content.ContentReader;
import dev.faultbook.content.Entry;
import dev.faultbook.diagnosis.ExampleCheck;
import dev.faultbook.search.KnowledgeIndex;
import dev.faultbook.yaml.ContentError;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code check [DIR]}. */
final class CheckCommand {
  private final PrintStream out;
  private final PrintStream err;

  CheckCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  int run(List<String> args) {
    if (args.size() > 1 || args.size() == 1 && args.getFirst().startsWith("--")) {
      err.println("usage: faultbook check [DIR]");
      return CommandLine.USAGE;
    }
    ContentFiles files;
    try {
      files = args.isEmpty() ? LocalContent.inForce() : ContentFiles.of(Path.of(args.getFirst()));
    } catch (IOException e) {
      err.println("faultbook: cannot read the content folder: " + e.getMessage());
      return CommandLine.USAGE;
    }
    ContentReader.Result result = ContentReader.read(files);
    List<ContentError> faults = new ArrayList<>(result.faults());
    faults.addAll(new ExampleCheck(new KnowledgeIndex(new Catalogue(result.content()))).run());
    faults.stream().sorted().forEach(out::println);
    List<Entry> entries = result.content().entries();
    out.println(
        entries.size()
            + " entries, "
            + entries.stream().mapToInt(entry -> entry.signatures().size()).sum()
            + " signatures, "
            + entries.stream().mapToInt(entry -> entry.logs().size()).sum()
            + " example logs: "
            + (faults.isEmpty() ? "clean" : faults.size() + " faults"));
    return faults.isEmpty() ? 0 : 1;
  }
}
