package dev.faultbook.cli;

import java.io.InputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Runs the commands of the command line. The package's door. */
public final class CommandLine {
  /** Bad usage or unreadable input. */
  static final int USAGE = 2;

  private static final String HELP =
      """
      faultbook: reads logs of GPU and distributed-training failures

        serve                                     the web application (also without a command)
        diagnose [--json] [--lang en|zh] [FILE...|-]
                                                  diagnoses a log: files, also .gz, .zip, .tar and
                                                  .tar.gz, or standard input
        compare [--json] [--lang en|zh] GOOD BAD  what differs between a good run's log and a bad one's
        check [DIR]                               validates content and runs its example logs
        scan --signatures FILE LOG                the bare matcher on a plain signature file
        import cre DIR --out DIR                  CRE rules to content entries in a new folder
        help                                      this text

      exit status of diagnose: 0 a cause was named, 1 nothing matched, 2 bad usage or unreadable
      input; of compare: 0 nothing differs, 1 something differs, 2 as before; of check: 0 clean,
      1 faults; of import: 0 all, 1 some rules were refused and are named
      """;

  /** Kept, because a logger that nobody holds may lose its level. */
  private static final Logger LUCENE = Logger.getLogger("org.apache.lucene");

  private final InputStream in;
  private final PrintStream out;
  private final PrintStream err;

  /**
   * A command line with its streams.
   *
   * @param in read where a command takes standard input
   */
  public CommandLine(InputStream in, PrintStream out, PrintStream err) {
    this.in = in;
    this.out = out;
    this.err = err;
  }

  /**
   * Runs a command.
   *
   * @param args the command and its arguments
   * @return the exit status; empty when the arguments ask for the web application
   */
  public Optional<Integer> run(String... args) {
    if (args.length == 0 || args[0].equals("serve") || args[0].startsWith("--")) {
      if (args.length > 0 && (args[0].equals("--help") || args[0].equals("--version"))) {
        out.print(HELP);
        return Optional.of(0);
      }
      return Optional.empty();
    }
    // Its hint about vector instructions is none of the reader's business.
    LUCENE.setLevel(Level.SEVERE);
    List<String> rest = List.of(args).subList(1, args.length);
    return Optional.of(
        switch (args[0]) {
          case "diagnose" -> new DiagnoseCommand(in, out, err).run(rest);
          case "compare" -> new CompareCommand(in, out, err).run(rest);
          case "check" -> new CheckCommand(out, err).run(rest);
          case "scan" -> new ScanCommand(out, err).run(rest);
          case "import" -> new ImportCommand(out, err).run(rest);
          case "help" -> {
            out.print(HELP);
            yield 0;
          }
          default -> {
            err.println("faultbook: there is no command '" + args[0] + "'");
            err.print(HELP);
            yield USAGE;
          }
        });
  }
}
