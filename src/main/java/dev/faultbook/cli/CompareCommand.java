package dev.faultbook.cli;

import dev.faultbook.comparison.Comparer;
import dev.faultbook.comparison.Comparison;
import dev.faultbook.comparison.TextComparison;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.server.InMemoryLog;
import dev.faultbook.server.MemoryBudget;
import dev.faultbook.server.RefusedException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code compare [--json] [--lang en|zh] GOOD BAD}. */
@Command(
    name = "compare",
    description = "Shows what differs between the log of a good run and that of a bad one.",
    mixinStandardHelpOptions = true,
    versionProvider = FaultbookCli.Version.class,
    footer = {
      "",
      "Exit status: 0 nothing differs, 1 something differs, 2 bad usage or unreadable input."
    })
final class CompareCommand implements Callable<Integer> {
  private static final String STANDARD_INPUT = "-";

  private final Streams streams;

  @Spec private CommandSpec spec;
  @Mixin private AnswerOptions options;
  @Mixin private Colors colors = new Colors();

  @Parameters(
      index = "0",
      paramLabel = "GOOD",
      description = "Log of the run that worked: a file, an address as of diagnose, or -.")
  private String goodFile;

  @Parameters(
      index = "1",
      paramLabel = "BAD",
      description = "Log of the run that failed: a file, an address as of diagnose, or -.")
  private String badFile;

  CompareCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    if (goodFile.equals(STANDARD_INPUT) && badFile.equals(STANDARD_INPUT)) {
      throw new ParameterException(
          spec.commandLine(), "only one of the two logs can be standard input");
    }
    try (InMemoryLog good = loadLog(goodFile);
        InMemoryLog bad = loadLog(badFile)) {
      // That of the bad one is in its diagnosis.
      if (!good.skippedFiles().isEmpty()) {
        streams.err().println("Not read of GOOD: " + String.join(", ", good.skippedFiles()));
      }
      Diagnoser diagnoser = new Diagnoser(LocalContent.openKnowledge());
      Comparison comparison = Comparer.compare(good, bad, diagnoser, options.language());
      if (options.json()) {
        streams.out().print(AnswerOptions.toJson(comparison));
      } else {
        colors.print(TextComparison.toText(comparison, options.language(), ""), streams);
      }
      return comparison.same() ? 0 : 1;
    } catch (IOException e) {
      throw new CommandFailedException(e.getMessage(), e);
    }
  }

  private InMemoryLog loadLog(String file) {
    MemoryBudget room = new MemoryBudget(Runtime.getRuntime().maxMemory() / 4);
    try (InMemoryLog.Receiver receiver = new InMemoryLog.Receiver(Long.MAX_VALUE, room)) {
      Optional<LogAddress> address = LogAddress.parse(file);
      if (address.isPresent()) {
        address.get().fetchInto(receiver);
      } else if (file.equals(STANDARD_INPUT)) {
        receiver.add("", streams.in());
      } else {
        Path path = Path.of(file);
        if (Files.isDirectory(path)) {
          throw new IOException("it is a folder; name a log file");
        }
        if (!Files.exists(path)) {
          throw new IOException("there is no such file");
        }
        try (InputStream log = Files.newInputStream(path)) {
          receiver.add("", log);
        }
      }
      return receiver.finishLog();
    } catch (IOException | RefusedException e) {
      throw new CommandFailedException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }
}
