package dev.faultbook.cli;

import dev.faultbook.catalogue.Catalogue;
import dev.faultbook.content.ContentFiles;
import dev.faultbook.content.ContentReader;
import dev.faultbook.content.Entry;
import dev.faultbook.content.ExampleLog;
import dev.faultbook.cre.CreImport;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.search.KnowledgeIndex;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

/** {@code import cre DIR --out DIR}. */
final class ImportCommand {
  private final PrintStream out;
  private final PrintStream err;

  ImportCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  int run(List<String> args) {
    if (args.size() != 4 || !args.getFirst().equals("cre") || !args.contains("--out")) {
      return usage();
    }
    int option = args.indexOf("--out");
    if (option == 3) {
      return usage();
    }
    String from = args.get(option == 1 ? 3 : 1);
    String to = args.get(option + 1);
    try {
      CreImport.Result result =
          CreImport.run(Path.of(from), Path.of(to), LocalDate.now(ZoneOffset.UTC));
      nameTheOthers(Path.of(to));
      result.refusals().forEach(out::println);
      out.println(
          result.written()
              + " rules imported into "
              + to
              + ", "
              + result.refusals().size()
              + " refused");
      return result.refusals().isEmpty() ? 0 : 1;
    } catch (NoSuchFileException e) {
      err.println("faultbook: there is no folder " + e.getFile());
    } catch (InvalidPathException | IOException e) {
      err.println("faultbook: " + e.getMessage());
    }
    return CommandLine.USAGE;
  }

  /**
   * Says in each entry which other imported rules are found in its log too: rules of one collection
   * overlap, and a check of the result is there to find what went wrong.
   */
  private static void nameTheOthers(Path folder) throws IOException {
    KnowledgeIndex index =
        new KnowledgeIndex(new Catalogue(ContentReader.read(ContentFiles.of(folder)).content()));
    Diagnoser diagnoser = new Diagnoser(index);
    for (Entry entry : index.current().edition().entries()) {
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

  private int usage() {
    err.println("usage: faultbook import cre DIR --out DIR");
    return CommandLine.USAGE;
  }
}
