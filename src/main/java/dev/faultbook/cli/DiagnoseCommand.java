package dev.faultbook.cli;

import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.report.Report;
import dev.faultbook.report.ReportWriter;
import dev.faultbook.server.RefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code diagnose [--json] [--lang en|zh] [FILE|FOLDER|ADDRESS|-]…}. */
@Command(
    name = "diagnose",
    description = "Diagnoses a log: what failed, why, and what to do.",
    mixinStandardHelpOptions = true,
    versionProvider = FaultbookCli.Version.class,
    footer = {
      "",
      "Exit status: 0 a cause was named, 1 nothing matched, 2 bad usage or unreadable input."
    })
final class DiagnoseCommand implements Callable<Integer> {
  private static final String STANDARD_INPUT = "-";

  private final Streams streams;

  @Mixin private AnswerOptions options;
  @Mixin private Colors colors = new Colors();

  @Parameters(
      paramLabel = "FILE",
      arity = "0..*",
      description = {
        "Log files, also .gz, .zip, .tar and .tar.gz; folders, with all logs below them;",
        "kubectl:NAMESPACE/POD, slurm:JOBID, s3://BUCKET/KEY, loki://HOST?query=LOGQL;",
        "- or nothing: standard input."
      })
  private List<String> files = new ArrayList<>();

  DiagnoseCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    List<String> names = files.isEmpty() ? List.of(STANDARD_INPUT) : files;
    if (streams.typed() && names.contains(STANDARD_INPUT)) {
      streams.err().println("Reading standard input; Ctrl-D ends it.");
    }
    Diagnosis diagnosis = diagnose(names);
    if (diagnosis.bytes() == 0) {
      String what =
          names.equals(List.of(STANDARD_INPUT)) ? "standard input" : String.join(", ", names);
      throw new CommandFailedException(what + (names.size() == 1 ? " is empty" : " are empty"));
    }
    Report report = Report.fromDiagnosis(diagnosis, options.language());
    if (options.json()) {
      streams.out().print(AnswerOptions.toJson(report));
    } else {
      colors.print(ReportWriter.toText(report, options.language(), ""), streams);
    }
    return diagnosis.isDiagnosed() ? 0 : 1;
  }

  /** The error and its file; messages of the system already contain the name. */
  private static String nameOnce(List<String> names, Exception e) {
    String message = String.valueOf(e.getMessage());
    boolean named =
        message.startsWith("standard input: ")
            || names.stream().anyMatch(name -> message.startsWith(name + ": "));
    return named ? message : String.join(", ", names) + ": " + message;
  }

  private Diagnosis diagnose(List<String> names) {
    try (GivenFiles given = GivenFiles.openFiles(names, streams.in(), false)) {
      return new Diagnoser(LocalContent.openKnowledge()).diagnose(given);
    } catch (IOException | RefusedException e) {
      throw new CommandFailedException("cannot read " + nameOnce(names, e), e);
    }
  }
}
