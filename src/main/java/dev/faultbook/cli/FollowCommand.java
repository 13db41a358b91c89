package dev.faultbook.cli;

import dev.faultbook.report.Dialect;
import dev.faultbook.report.Phrases;
import dev.faultbook.report.Report;
import dev.faultbook.report.ReportWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.convert.DurationStyle;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code follow [--silence 10m] [--until-end] FILE…}. */
@Command(
    name = "follow",
    description = "Watches growing logs, and says what failed once it is certain.",
    mixinStandardHelpOptions = true,
    versionProvider = FaultbookCli.Version.class,
    footer = {
      "",
      "Several files are several ranks. They may appear later, be rotated and be truncated. It speaks",
      "when a cause is proven, when the logs fall silent, and at the end (Ctrl-C or --until-end),",
      "never twice about the same fault.",
      "",
      "Exit status: 0 a cause was named, 1 none, 2 bad usage or unreadable input."
    })
final class FollowCommand implements Callable<Integer> {
  private static final long POLL_MILLIS = 500;

  private final Streams streams;

  @Spec private CommandSpec spec;
  @Mixin private AnswerOptions options;
  @Mixin private Colors colors = new Colors();

  @Option(
      names = "--silence",
      paramLabel = "TIME",
      defaultValue = "10m",
      description = "Speak when no line came for so long: 90s, 10m (default), 1h.")
  private String silence;

  @Option(
      names = "--until-end",
      description = "End when the logs say that the run has ended, and nothing more for 10 s.")
  private boolean untilEnd;

  @Parameters(paramLabel = "FILE", arity = "1..*", description = "Logs, or folders of logs.")
  private List<String> names = new ArrayList<>();

  FollowCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() throws InterruptedException {
    CountDownLatch stop = new CountDownLatch(1);
    Posix.onSignals((_, _) -> stop.countDown(), "INT", "TERM", "HUP");
    try (Watch watch =
        new Watch(names, readSilence(), LocalContent.openKnowledge(), options.language())) {
      boolean ended = false;
      while (!ended && !streams.out().checkError()) {
        ended = stop.await(POLL_MILLIS, TimeUnit.MILLISECONDS);
        watch.look(System.nanoTime()).ifPresent(report -> say(report, watch.isSilent()));
        ended |= untilEnd && watch.hasEnded(System.nanoTime());
      }
      watch.conclude().ifPresent(report -> say(report, false));
      return watch.hasNamed() ? 0 : 1;
    } catch (IOException e) {
      throw new CommandFailedException("cannot read the logs: " + e, e);
    }
  }

  private Duration readSilence() {
    try {
      return DurationStyle.SIMPLE.parse(silence);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          spec.commandLine(), "--silence needs a time such as 10m, not '" + silence + "'", e);
    }
  }

  private void say(Report report, boolean silent) {
    PrintStream out = streams.out();
    if (options.json()) {
      out.print(AnswerOptions.toJson(report));
    } else {
      if (silent) {
        out.println(Phrases.of(options.language()).say("text.silent", silence));
      }
      colors.print(
          ReportWriter.toShort(report, options.language(), "", Dialect.PLAIN) + "\n", streams);
    }
    out.flush();
  }
}
