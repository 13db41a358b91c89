package dev.faultbook.cli;

import dev.faultbook.catalogue.BadEditionException;
import dev.faultbook.catalogue.Catalogue;
import dev.faultbook.comparison.Comparer;
import dev.faultbook.comparison.Comparison;
import dev.faultbook.comparison.TextComparison;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.intake.InMemoryLog;
import dev.faultbook.intake.MemoryBudget;
import dev.faultbook.language.Language;
import dev.faultbook.search.KnowledgeIndex;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** {@code compare [--json] [--lang en|zh] GOOD BAD}. */
final class CompareCommand {
  private static final String USAGE_LINE =
      "usage: faultbook compare [--json] [--lang en|zh] GOOD BAD  (one of them may be -)";

  private final InputStream in;
  private final PrintStream out;
  private final PrintStream err;

  CompareCommand(InputStream in, PrintStream out, PrintStream err) {
    this.in = in;
    this.out = out;
    this.err = err;
  }

  int run(List<String> args) {
    boolean json = false;
    Language language = Language.EN;
    List<String> files = new ArrayList<>();
    for (int i = 0; i < args.size(); i++) {
      String arg = args.get(i);
      if (arg.equals("--json")) {
        json = true;
      } else if (arg.equals("--lang")) {
        Optional<Language> named =
            i + 1 < args.size() ? Language.of(args.get(++i)) : Optional.empty();
        if (named.isEmpty()) {
          return usage("--lang takes en or zh");
        }
        language = named.get();
      } else if (arg.startsWith("--")) {
        return usage("'" + arg + "' is not expected");
      } else {
        files.add(arg);
      }
    }
    if (files.size() != 2 || files.stream().allMatch("-"::equals)) {
      return usage("two logs are expected, the good run's first");
    }
    return compare(files.getFirst(), files.getLast(), json, language);
  }

  private int compare(String goodFile, String badFile, boolean json, Language language) {
    try (InMemoryLog good = hold(goodFile);
        InMemoryLog bad = hold(badFile)) {
      Diagnoser diagnoser =
          new Diagnoser(new KnowledgeIndex(new Catalogue(LocalContent.inForce())));
      Comparison comparison = Comparer.compare(good, bad, diagnoser, language);
      out.print(json ? json(comparison) : TextComparison.of(comparison, language, ""));
      out.flush();
      return comparison.same() ? 0 : 1;
    } catch (NoSuchFileException e) {
      return failed("there is no file " + e.getFile());
    } catch (IOException | BadEditionException e) {
      return failed(e.getMessage());
    }
  }

  private InMemoryLog hold(String file) throws IOException {
    MemoryBudget room = new MemoryBudget(Runtime.getRuntime().maxMemory() / 4);
    try (InMemoryLog.Receiver receiver = new InMemoryLog.Receiver(Long.MAX_VALUE, room)) {
      if (file.equals("-")) {
        receiver.add(in, Optional.empty());
      } else if (Files.isDirectory(Path.of(file))) {
        throw new IOException("it is a folder; name a log file");
      } else {
        try (InputStream log = Files.newInputStream(Path.of(file))) {
          receiver.add(log, Optional.empty());
        }
      }
      return receiver.log();
    } catch (NoSuchFileException e) {
      throw e;
    } catch (IOException e) {
      throw new IOException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  private static String json(Comparison comparison) {
    return JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build()
            .writeValueAsString(comparison)
        + "\n";
  }

  private int usage(String message) {
    err.println("faultbook: " + message);
    err.println(USAGE_LINE);
    return CommandLine.USAGE;
  }

  private int failed(String message) {
    err.println("faultbook: " + message);
    return CommandLine.USAGE;
  }
}
