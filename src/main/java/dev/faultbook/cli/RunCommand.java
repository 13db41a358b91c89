package dev.faultbook.cli;

import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Conclusion;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.log.Deadline;
import dev.faultbook.log.VisibleText;
import dev.faultbook.report.Dialect;
import dev.faultbook.report.Phrases;
import dev.faultbook.report.Report;
import dev.faultbook.report.ReportWriter;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code run [OPTIONS] -- COMMAND…}. */
@Command(
    name = "run",
    description = "Runs a command as it is; if it fails, says why below its output.",
    mixinStandardHelpOptions = true,
    versionProvider = FaultbookCli.Version.class,
    footer = {
      "",
      "Input, output, signals (INT, TERM, HUP, USR1) and exit code are the command's own; nothing is",
      "stored. The answer, at most 15 lines, goes to standard error. Reads the first MB and the last",
      "15 MB of the output, and what torchrun --log-dir wrote.",
      "",
      "Exit status: that of the command, 128 + n after signal n; 126 if it cannot be run, 127 if it",
      "is not found, 2 bad usage."
    })
final class RunCommand implements Callable<Integer> {
  private static final int NOT_RUNNABLE = 126;
  private static final int NOT_FOUND = 127;

  /** The longest diagnosis: a scheduler may wait for the end. */
  private static final Duration MAX_TIME = Duration.ofSeconds(20);

  private static final Duration MAX_POST = Duration.ofSeconds(5);

  /** How much is kept of all files of the ranks, and at most of one. */
  private static final int RANKS_KEPT = 256 * 1024 * 1024;

  private static final int RANK_KEPT = 16 * 1024 * 1024;
  private static final int FIRST_ERROR = 400;

  /** How far the clock of a file server may be behind. */
  private static final int CLOCK_SECONDS = 5;

  /** What Java reads instead of a byte that is no character. */
  private static final char UNREADABLE = '\ufffd';

  private static final String LOG_DIR = "--log-dir";

  private final Streams streams;

  @Spec private CommandSpec spec;

  @Option(
      names = LOG_DIR,
      paramLabel = "DIR",
      description = "Where the ranks write their logs; default: that of torchrun's --log-dir.")
  private @Nullable Path logFolder;

  @Option(
      names = "--post",
      paramLabel = "URL",
      description = "Send the JSON diagnosis of a failure there.")
  private @Nullable URI webhook;

  @Option(names = "--json", paramLabel = "FILE", description = "Write the JSON diagnosis there.")
  private @Nullable Path json;

  @Option(
      names = "--quiet-on-success",
      description = "If the command succeeds, say nothing about what it survived.")
  private boolean quiet;

  @Option(
      names = "--lang",
      paramLabel = "en|zh",
      defaultValue = "en",
      converter = LanguageOption.class,
      description = "Language of the answer: en (default) or zh.")
  private Language language;

  @Mixin private Colors colors = new Colors();

  @Parameters(paramLabel = "COMMAND", arity = "1..*", description = "The command, after --.")
  private List<String> command = new ArrayList<>();

  RunCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (webhook != null && (webhook.getHost() == null || !isHttp(webhook))) {
      throw new ParameterException(spec.commandLine(), "--post needs an http or https address");
    }
    if (command.stream().anyMatch(word -> word.indexOf(UNREADABLE) >= 0)) {
      throw new ParameterException(
          spec.commandLine(), "the command is not in the encoding of this locale; set LC_ALL");
    }
    Instant start = Instant.now();
    Program program;
    try {
      program = Program.start(command);
    } catch (IOException e) {
      boolean found = isFound(command.getFirst());
      warn(command.getFirst() + (found ? ": cannot be run" : ": command not found"));
      return found ? NOT_RUNNABLE : NOT_FOUND;
    }
    int status = program.waitFor();
    if (status != 0 || !quiet) {
      try {
        answer(status, program.output(), start);
      } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError e) {
        warn("the output could not be diagnosed: " + e);
      }
    }
    return status;
  }

  private static boolean isHttp(URI address) {
    return List.of("http", "https").contains(String.valueOf(address.getScheme()));
  }

  private static boolean isFound(String name) {
    return name.contains("/")
        ? Files.exists(Path.of(name))
        : Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
            .anyMatch(folder -> Files.isRegularFile(Path.of(folder, name)));
  }

  private void warn(String what) {
    streams.err().println("faultbook: " + VisibleText.of(what));
  }

  private void answer(int status, LogTail output, Instant start) throws IOException {
    Map<String, LogTail> logs = new HashMap<>(Map.of("output", output));
    Path folder = logFolder == null ? torchrunFolder(command) : logFolder;
    if (folder != null) {
      try {
        logs.putAll(readRanks(folder, start));
      } catch (IOException e) {
        warn("cannot read " + folder + ": " + e.getMessage());
      }
    }
    KeptLogs kept = KeptLogs.of(logs);
    if (kept.count() == 0) {
      return;
    }
    Diagnoser diagnoser =
        new Diagnoser(LocalContent.openKnowledge()).withDeadline(Deadline.after(MAX_TIME));
    Report report = Report.fromDiagnosis(diagnoser.diagnose(kept), language);
    if (status != 0 || report.verdict() != Conclusion.NO_MATCH) {
      streams.err().println();
      streams.err().println(Phrases.of(language).say("text.run", Integer.toString(status)));
      String text = ReportWriter.toShort(report, language, "", Dialect.PLAIN);
      streams.err().print(colors.paint(text, streams, 2));
    }
    if (json != null) {
      write(report, json);
    }
    if (status != 0 && webhook != null) {
      post(report, webhook);
    }
  }

  private void write(Report report, Path file) {
    try {
      Files.writeString(file, AnswerOptions.toJson(report));
    } catch (IOException e) {
      warn("cannot write " + file + ": " + e);
    }
  }

  private void post(Report report, URI address) {
    // Closing a client waits for its answers.
    HttpClient client = HttpClient.newHttpClient();
    HttpRequest request =
        HttpRequest.newBuilder(address)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(AnswerOptions.toJson(report)))
            .build();
    try {
      int answer =
          client
              .sendAsync(request, HttpResponse.BodyHandlers.discarding())
              .get(MAX_POST.toMillis(), TimeUnit.MILLISECONDS)
              .statusCode();
      if (answer >= FIRST_ERROR) {
        warn("the diagnosis was not posted: " + address.getHost() + " answered " + answer);
      }
    } catch (ExecutionException | InterruptedException | TimeoutException e) {
      warn("the diagnosis was not posted: " + e);
    }
  }

  /** What the ranks wrote since the start, below the folder of their logs. */
  private static Map<String, LogTail> readRanks(Path folder, Instant start) throws IOException {
    FileTime since = FileTime.from(start.minusSeconds(CLOCK_SECONDS));
    List<Path> files = new ArrayList<>();
    for (String file : GivenFiles.logsBelow(folder, new ArrayList<>())) {
      if (Files.getLastModifiedTime(Path.of(file)).compareTo(since) >= 0) {
        files.add(Path.of(file));
      }
    }
    Map<String, LogTail> logs = new HashMap<>();
    for (Path file : files) {
      LogTail text = new LogTail(Math.min(RANK_KEPT, RANKS_KEPT / files.size()));
      try (InputStream in = Files.newInputStream(file)) {
        text.appendAll(in);
      }
      logs.put(file.toString(), text);
    }
    return logs;
  }

  /**
   * The folder that torchrun is told to write to, in {@code torchrun --log-dir=DIR train.py} and
   * {@code python -m torch.distributed.run --log_dir DIR train.py}; null if it is not told. Options
   * behind the script are the script's.
   */
  static @Nullable Path torchrunFolder(List<String> command) {
    boolean torchrun = false;
    for (int i = 0; i < command.size() && !(torchrun && command.get(i).endsWith(".py")); i++) {
      String word = command.get(i);
      torchrun |= word.endsWith("torchrun") || word.startsWith("torch.distributed.");
      String option = word.replace('_', '-');
      if (torchrun && option.equals(LOG_DIR) && i + 1 < command.size()) {
        return Path.of(command.get(i + 1));
      }
      if (torchrun && option.startsWith(LOG_DIR + "=")) {
        return Path.of(word.substring(LOG_DIR.length() + 1));
      }
    }
    return null;
  }
}
