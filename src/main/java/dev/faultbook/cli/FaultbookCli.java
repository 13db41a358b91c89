package dev.faultbook.cli;

import dev.faultbook.content.Entry;
import dev.faultbook.diagnosis.InvalidContentException;
import dev.faultbook.log.VisibleText;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Runs the commands of the command line.
 *
 * <p>Exit status: 0 if a command succeeded, 1 if it found nothing, a difference or errors, 2 for
 * bad usage, unreadable input and unwritable output.
 */
public final class FaultbookCli {
  /** Bad usage, unreadable input or unwritable output. */
  static final int USAGE = 2;

  private static final String NAME = "faultbook";

  private static final List<String> COMMANDS =
      List.of(
          "diagnose",
          "run",
          "follow",
          "excerpt",
          "compare",
          "explain",
          "search",
          "codes",
          "check",
          "scan",
          "import",
          "completion",
          "keys",
          "user",
          "serve",
          "mcp",
          "fleet",
          "watch",
          "help");

  /** The commands that answer at once and end. */
  private static final Set<String> ANSWERING =
      Set.of("diagnose", "excerpt", "compare", "explain", "search", "codes");

  /** A strong reference, because a logger without one may lose its level. */
  private static final Logger LUCENE = Logger.getLogger("org.apache.lucene");

  private final Streams streams;

  /**
   * A command line with its streams.
   *
   * @param in standard input, for commands that read it
   */
  @SuppressWarnings("SystemConsoleNull") // JDK 25 returns null again without a terminal.
  public FaultbookCli(InputStream in, PrintStream out, PrintStream err) {
    this(new Streams(in, out, err, in == System.in && System.console() != null, in == System.in));
  }

  FaultbookCli(Streams streams) {
    this.streams = streams;
  }

  /** Runs a command without the server's classes, which start later. */
  public static void main(String[] args) {
    System.exit(runStandard(args).orElse(USAGE));
  }

  /**
   * Standard output. Reports are UTF-8 whatever the machine's locale is, because the logs that they
   * quote are.
   */
  public static PrintStream openOutput() {
    return new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
  }

  /**
   * Runs a command on the standard streams.
   *
   * @param args the command and its arguments
   * @return as {@link #run}
   */
  public static Optional<Integer> runStandard(String... args) {
    PrintStream out = openOutput();
    PrintStream err =
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    if (args.length > 0 && ANSWERING.contains(args[0])) {
      LocalContent.openAhead();
    }
    Optional<Integer> status = new FaultbookCli(System.in, out, err).run(args);
    out.flush();
    return status;
  }

  /**
   * Runs a command.
   *
   * @param args the command and its arguments
   * @return the exit status; empty if the arguments start the web application or {@code mcp}
   */
  public Optional<Integer> run(String... args) {
    if (asksForServer(List.of(args))) {
      return Optional.empty();
    }
    // Lucene's hint about vector instructions does not concern the user.
    LUCENE.setLevel(Level.SEVERE);
    int status = execute(args);
    if (streams.out().checkError()) {
      streams.err().println(NAME + ": cannot write to standard output");
      return Optional.of(USAGE);
    }
    return Optional.of(status);
  }

  private int execute(String... args) {
    PrintWriter out = writer(streams.out());
    CommandLine command = new CommandLine(new Root());
    // Picocli reads the options of a command by reflection, which takes longer than a small
    // diagnosis.
    String first = args.length == 0 ? "" : args[0];
    for (String name :
        COMMANDS.contains(first) && !first.equals("completion") ? List.of(first) : COMMANDS) {
      command.addSubcommand(createCommand(name));
    }
    if (first.equals("run")) {
      // The program's arguments are its own.
      command.setStopAtPositional(true).setExpandAtFiles(false);
    }
    command
        .setOut(out)
        .setErr(writer(streams.err()))
        .setUsageHelpAutoWidth(true)
        .setUsageHelpWidth(100)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler((error, _) -> reportUsageError(error))
        .setExecutionExceptionHandler((error, _, _) -> reportFailure(error));
    try {
      return command.execute(args);
    } catch (StackOverflowError | OutOfMemoryError error) {
      return reportFailure(error);
    }
  }

  private Object createCommand(String name) {
    return switch (name) {
      case "diagnose" -> new DiagnoseCommand(streams);
      case "run" -> new RunCommand(streams);
      case "follow" -> new FollowCommand(streams);
      case "excerpt" -> new ExcerptCommand(streams);
      case "compare" -> new CompareCommand(streams);
      case "explain" -> new ExplainCommand(streams);
      case "search" -> new SearchCommand(streams);
      case "codes" -> new CodesCommand(streams);
      case "check" -> new CheckCommand(streams);
      case "scan" -> new ScanCommand(streams);
      case "import" -> new ImportCommand(streams);
      case "completion" -> new CompletionCommand();
      case "keys" -> new KeysCommand(streams);
      case "user" -> new UserCommand(streams);
      case "serve" -> new ServeCommand();
      case "mcp" -> new McpCommand();
      case "fleet" -> new FleetCommand(streams);
      case "watch" -> new WatchCommand(streams);
      default -> new CommandLine.HelpCommand();
    };
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(stream, true, stream.charset());
  }

  /** {@code serve}, {@code mcp}, no command at all, or Spring settings: {@code --server.port=0}. */
  private static boolean asksForServer(List<String> args) {
    if (args.isEmpty()) {
      return true;
    }
    String first = args.getFirst();
    boolean help =
        args.stream().anyMatch(arg -> List.of("-h", "--help", "-V", "--version").contains(arg));
    return !help
        && (List.of("serve", "mcp").contains(first)
            || (first.startsWith("--") && first.contains("=")));
  }

  private int reportUsageError(ParameterException error) {
    CommandLine command = error.getCommandLine();
    PrintStream err = streams.err();
    err.println(NAME + ": " + VisibleText.of(describeError(error)));
    if (error instanceof UnmatchedArgumentException unmatched
        && !unmatched.getSuggestions().isEmpty()) {
      err.println("Did you mean " + unmatched.getSuggestions().getFirst() + "?");
    }
    String path = command.getCommandSpec().qualifiedName();
    err.println("Run '" + path + " --help' for help.");
    return USAGE;
  }

  private static String describeError(ParameterException error) {
    boolean root = error.getCommandLine().getParent() == null;
    if (root && error instanceof UnmatchedArgumentException unmatched) {
      return "there is no command '" + unmatched.getUnmatched().getFirst() + "'";
    }
    String message = Objects.requireNonNullElse(error.getMessage(), "bad usage");
    return Character.toLowerCase(message.charAt(0)) + message.substring(1);
  }

  private int reportFailure(Throwable error) {
    boolean expected =
        error instanceof CommandFailedException || error instanceof InvalidContentException;
    String what = expected ? String.valueOf(error.getMessage()) : describeDefect(error);
    streams.err().println(NAME + ": " + VisibleText.of(what));
    return USAGE;
  }

  /** A defect of the program, with the place to look for it. */
  private static String describeDefect(Throwable error) {
    if (error instanceof OutOfMemoryError) {
      return "not enough memory; give Java more with JAVA_TOOL_OPTIONS=-Xmx8g";
    }
    StackTraceElement[] frames = error.getStackTrace();
    String place = frames.length == 0 ? "" : " at " + frames[0];
    return "unexpected error, please report it: " + error + place;
  }

  /** The version in the jar's manifest. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = FaultbookCli.class.getPackage().getImplementationVersion();
      return new String[] {
        NAME + " " + Objects.requireNonNullElse(version, "(not packaged)"),
        "Java " + Runtime.version()
      };
    }
  }

  /** The same with the edition of the content. */
  static final class Edition implements IVersionProvider {
    @Override
    public String[] getVersion() throws IOException {
      List<Entry> entries = LocalContent.openKnowledge().entries();
      String date =
          entries.stream()
              .map(Entry::reviewed)
              .max(Comparator.naturalOrder())
              .map(LocalDate::toString)
              .orElse("");
      List<String> lines = new ArrayList<>(List.of(new Version().getVersion()));
      lines.add(Plural.of(entries.size(), "entry", "entries") + ", reviewed until " + date);
      return lines.toArray(String[]::new);
    }
  }

  @Command(
      name = NAME,
      description = "Reads logs of GPU and distributed-training failures.",
      mixinStandardHelpOptions = true,
      versionProvider = Edition.class,
      synopsisSubcommandLabel = "COMMAND",
      footer = {
        "",
        "Exit status: 0 done (diagnose, follow: a cause was named; compare: no difference; check:",
        "clean; excerpt: the same diagnosis), 1 nothing matched, a difference, or mistakes, 2 bad usage",
        "or unreadable input. That of run is the status of its command. NO_COLOR=1 takes the colours out."
      })
  private static final class Root implements Runnable {
    @Spec private CommandSpec spec;

    @Override
    public void run() {
      throw new ParameterException(spec.commandLine(), "a command is missing");
    }
  }

  @Command(
      name = "completion",
      description = "Prints a script that completes commands and options.",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      footer = {"", "In ~/.bashrc or ~/.zshrc: source <(faultbook completion)"})
  private static final class CompletionCommand implements Runnable {
    @Spec private CommandSpec spec;

    @Override
    public void run() {
      CommandLine root = spec.root().commandLine();
      root.getOut().println(AutoComplete.bash(NAME, root));
    }
  }

  @Command(
      name = "serve",
      description = "Starts the web application; this is the default command.",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      footer = {
        "",
        "Settings are those of Spring Boot: SERVER_PORT=8081, --server.port=8081,"
            + " FAULTBOOK_DATA=DIR."
      })
  private static final class ServeCommand implements Runnable {
    @Override
    public void run() {
      throw new IllegalStateException("the application starts the server itself");
    }
  }
}
