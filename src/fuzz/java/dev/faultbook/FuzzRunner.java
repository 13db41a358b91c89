package dev.faultbook;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Fuzzes the targets, each in a JVM of its own: Jazzer fuzzes one a JVM. Ends with status 1 when a
 * target has a finding, was not really fuzzed, or when there is no target.
 *
 * <p>Surefire could start a JVM for each, but only with the classes loaded into Maven's own JVM,
 * which may be too old for them. This file is started as it is; the targets' classes are known to
 * the JVMs that it starts.
 */
public final class FuzzRunner {
  private static final String SUFFIX = "FuzzTests";
  private static final String ONE = "--one";
  private static final String EXECUTIONS = "Executions: ";
  private static final String INSTRUMENTED = "INFO: Instrumented ";
  private static final int MOST_PRINTED = 80;

  /** What each input may take: the heap of the JVM, and seconds. */
  private static final List<String> JVM =
      List.of(
          "-Xmx1g",
          "-XX:TieredStopAtLevel=1",
          "-XX:+EnableDynamicAgentLoading",
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow",
          "-Duser.language=en",
          "-Dfile.encoding=UTF-8",
          "-Djazzer.instrument=dev.faultbook.**",
          // Arguments of libFuzzer: its name, and no line for each new input.
          "-Djazzer.internal.arg.0=fuzz",
          "-Djazzer.internal.arg.1=-timeout=20",
          "-Djazzer.internal.arg.2=-verbosity=0");

  /** Beyond its time a JVM may start, stop and minimize. */
  private static final long MINUTES_BESIDE = 10;

  private FuzzRunner() {}

  /**
   * @param args the folder of the targets' classes, how long each is fuzzed (seconds), the folder
   *     for findings, the seed of the random numbers (0 for a new one), and the name of the only
   *     target to fuzz or nothing
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    if (args[0].equals(ONE)) {
      System.exit(fuzzHere(args[1]) ? 0 : 1);
    }
    Path classes = Path.of(args[0]);
    int seconds = Integer.parseInt(args[1]);
    Path findings = Files.createDirectories(Path.of(args[2]));
    String only = args.length > 4 ? args[4] : "";
    List<String> failed = new ArrayList<>();
    List<String> targets = findTargets(classes, only);
    for (String target : targets) {
      System.out.println("Fuzzing " + target + " for " + seconds + " s");
      if (!fuzzApart(target, new Plan(classes, seconds, findings, args[3]))) {
        failed.add(target);
      }
    }
    if (targets.isEmpty()) {
      System.err.println("There is no target " + only + " in " + classes + ".");
    }
    if (!failed.isEmpty()) {
      System.err.println("Fuzzing failed: " + failed + ". Inputs of findings are in " + findings);
    }
    System.exit(targets.isEmpty() || !failed.isEmpty() ? 1 : 0);
  }

  private static List<String> findTargets(Path classes, String only) throws IOException {
    String wanted = only.isEmpty() ? SUFFIX : only;
    try (Stream<Path> files = Files.walk(classes)) {
      return files
          .map(file -> classes.relativize(file).toString())
          .filter(name -> name.endsWith(wanted + ".class") && name.endsWith(SUFFIX + ".class"))
          .map(name -> name.substring(0, name.length() - ".class".length()))
          .map(name -> name.replace('/', '.').replace('\\', '.'))
          .sorted()
          .toList();
    }
  }

  /** How the targets are fuzzed; see {@link #main}. */
  private record Plan(Path classes, int seconds, Path findings, String seed) {}

  private static boolean fuzzApart(String target, Plan plan)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JVM);
    command.add("-Djazzer.max_duration=" + plan.seconds() + "s");
    command.add("-Djazzer.internal.arg.3=-seed=" + plan.seed());
    command.add("-Djazzer.internal.basedir=" + plan.findings());
    command.add("-Djazzer.reproducer_path=" + plan.findings());
    command.add("-classpath");
    command.add(plan.classes() + File.pathSeparator + System.getProperty("java.class.path"));
    command.addAll(List.of(FuzzRunner.class.getName(), ONE, target));
    // Jazzer tells of every class that it instruments.
    Path log = plan.findings().resolve(target + ".log");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().put("JAZZER_FUZZ", "1");
    Process process = builder.start();
    long most = plan.seconds() + TimeUnit.MINUTES.toSeconds(MINUTES_BESIDE);
    boolean ended = process.waitFor(most, TimeUnit.SECONDS);
    if (!ended) {
      process.destroyForcibly();
    }
    boolean passed = ended && process.exitValue() == 0;
    printEnd(log, passed ? EXECUTIONS : "");
    return passed;
  }

  /** The last lines of a log that begin with a word. */
  private static void printEnd(Path log, String word) throws IOException {
    List<String> lines =
        Files.readAllLines(log, StandardCharsets.ISO_8859_1).stream()
            .filter(line -> line.startsWith(word) && !line.startsWith(INSTRUMENTED))
            .toList();
    lines
        .subList(Math.max(0, lines.size() - MOST_PRINTED), lines.size())
        .forEach(System.out::println);
  }

  /** Fuzzes a target in this JVM; false when a test failed or none ran. */
  private static boolean fuzzHere(String target) {
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(target))
                .build(),
            listener);
    TestExecutionSummary summary = listener.getSummary();
    summary.printFailuresTo(new PrintWriter(System.err, true));
    return summary.getTotalFailureCount() == 0 && summary.getTestsSucceededCount() > 0;
  }
}
