package dev.faultbook.cli;

import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.diagnosis.Excerpt;
import dev.faultbook.log.Lines;
import dev.faultbook.redaction.Redactor;
import dev.faultbook.server.RefusedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code excerpt [--redact] [FILE|FOLDER|-]…}. */
@Command(
    name = "excerpt",
    description = "Writes the lines of a log that can matter: a short log with the same diagnosis.",
    mixinStandardHelpOptions = true,
    versionProvider = FaultbookCli.Version.class,
    footer = {
      "",
      "A line such as [… 12,408 lines left out, up to line 15,220 …] stands for each gap. The",
      "diagnosis of the excerpt counts the excerpt's own lines. Of several files, it does not know",
      "ranks that only their names tell.",
      "",
      "Exit status: 0 the excerpt has the same diagnosis, 1 it has another, 2 bad usage or",
      "unreadable input."
    })
final class ExcerptCommand implements Callable<Integer> {
  private static final String STANDARD_INPUT = "-";

  private final Streams streams;

  @Option(
      names = "--redact",
      description = "Replace secrets, addresses and names of users, as sharing does.")
  private boolean redact;

  @Parameters(
      paramLabel = "FILE",
      arity = "0..*",
      description = "As for diagnose; - or nothing: standard input.")
  private List<String> names = new ArrayList<>();

  ExcerptCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    List<String> of = names.isEmpty() ? List.of(STANDARD_INPUT) : names;
    try (GivenFiles given = GivenFiles.openFiles(of, streams.in(), true)) {
      Diagnoser diagnoser = new Diagnoser(LocalContent.openKnowledge());
      Diagnosis whole = diagnoser.diagnose(given);
      byte[] text = Excerpt.of(given, whole).readText();
      Diagnosis excerpt = diagnoser.diagnose(text);
      if (redact) {
        String original = Lines.decodeText(text, 0, text.length);
        text = Redactor.shared().redact(original).text().getBytes(StandardCharsets.UTF_8);
      }
      streams.out().write(text, 0, text.length);
      boolean same = Excerpt.answerOf(whole).equals(Excerpt.answerOf(excerpt));
      streams
          .err()
          .printf(
              "%d of %s, %s diagnosis%n",
              excerpt.lines(),
              Plural.of(whole.lines(), "line", "lines"),
              same ? "with the same" : "but with another");
      return same ? 0 : 1;
    } catch (IOException | RefusedException e) {
      throw new CommandFailedException("cannot read " + String.join(", ", of) + ": " + e, e);
    }
  }
}
