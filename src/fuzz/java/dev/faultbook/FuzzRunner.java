package dev.faultbook;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Fuzzes each target in its own JVM, because Jazzer fuzzes one target per JVM. Exits with status 1
 * if a target has a finding or was not fuzzed, or if there is no target.
 *
 * <p>Surefire could start a JVM per target, but would load the classes into Maven's own JVM, which
 * may be too old for them. This file is launched as source, and only the JVMs that it starts load
 * the targets.
 */
public final class FuzzRunner {
  /**
   * System property: the executions per target, as a multiple of the number that the target states;
   * 0 for no limit.
   */
  static final String EFFORT = "faultbook.fuzz.effort";

  /** System property: most seconds of fuzzing per target. */
  static final String SECONDS = "faultbook.fuzz.seconds";

  /**
   * System property: path of the file whose existence stops fuzzing; unset if only the seeds are
   * run.
   */
  static final String END = "faultbook.fuzz.end";

  private static final String SUFFIX = "FuzzTests";
  private static final String ONE = "--one";
  private static final String EXECUTIONS = "Executions: ";
  private static final String INSTRUMENTED = "INFO: Instrumented ";
  private static final int MOST_PRINTED = 80;

  /**
   * Options of a target's JVM. They limit the heap, and the seconds per input on a busy machine.
   */
  private static final List<String> JVM =
      List.of(
          "-Xmx1g",
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-XX:+EnableDynamicAgentLoading",
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow",
          "-Duser.language=en",
          "-Dfile.encoding=UTF-8",
          "-Djazzer.instrument=dev.faultbook.**",
          "-Djazzer.disabled_hooks=" + disabledHooks(),
          // Arguments of libFuzzer: its name, a timeout in seconds, no line for each new input, and
          // no second look at the corpus, which it would take by the clock.
          "-Djazzer.internal.arg.0=fuzz",
          "-Djazzer.internal.arg.1=-timeout=60",
          "-Djazzer.internal.arg.2=-verbosity=0",
          "-Djazzer.internal.arg.3=-reload=0");

  /**
   * Hooks for features that the program does not use, such as LDAP, scripts and SQL built from
   * input. Each slows the start. The hooks for regular expressions, which are never applied to a
   * log, instrument classes of the JDK, and each such class requires a scan of all modules: half a
   * minute in total.
   */
  private static String disabledHooks() {
    return Stream.of(
            "ClojureLangHooks",
            "ExpressionLanguageInjection",
            "LdapInjection",
            "NamingContextLookup",
            "RegexInjection",
            "RegexRoadblocks",
            "ScriptEngineInjection",
            "SqlInjection",
            "TemplateInjection",
            "XPathInjection",
            "XmlParserSsrfGuidance")
        .map(name -> "com.code_intelligence.jazzer.sanitizers." + name)
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** Subfolder of the findings in which Jazzer stores inputs that increased coverage. */
  private static final String CORPUS = ".cifuzz-corpus";

  /**
   * Number of targets fuzzed concurrently. Starting a JVM takes as long as fuzzing and keeps one
   * processor busy.
   */
  private static final int AT_A_TIME = 2;

  /**
   * Seconds that a JVM may need in addition to fuzzing, to start, run the seeds, stop and minimize.
   */
  private static final long SECONDS_BESIDE = 600;

  private FuzzRunner() {}

  /**
   * Fuzzes all targets or one.
   *
   * @param args the folder of the targets' classes; the effort, see {@link #EFFORT}; the most
   *     seconds per target, counted from the first input that is not a seed; the folder for
   *     findings; the random seed, or 0 for a new seed that continues with the corpus of earlier
   *     runs; optionally the name of the only target to fuzz
   */
  public static void main(String[] args)
      throws IOException, InterruptedException, ExecutionException {
    if (args[0].equals(ONE)) {
      System.exit(fuzzHere(args[1]) ? 0 : 1);
    }
    Path classes = Path.of(args[0]);
    Amount amount = new Amount(Integer.parseInt(args[1]), Integer.parseInt(args[2]));
    Path findings = Files.createDirectories(Path.of(args[3]));
    String only = args.length > 5 ? args[5] : "";
    List<String> failed = new ArrayList<>();
    List<String> targets = findTargets(classes, only);
    Plan plan = new Plan(classes, amount, findings, args[4]);
    try (ExecutorService pairs = Executors.newFixedThreadPool(AT_A_TIME)) {
      Map<String, Future<Boolean>> results = new LinkedHashMap<>();
      targets.forEach(t -> results.put(t, pairs.submit(() -> fuzzApart(t, plan))));
      for (var result : results.entrySet()) {
        if (!result.getValue().get()) {
          failed.add(result.getKey());
        }
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

  /** The arguments of {@link #main}. */
  private record Plan(Path classes, Amount amount, Path findings, String seed) {}

  /** How long to fuzz each target. */
  private record Amount(int effort, int seconds) {}

  private static boolean fuzzApart(String target, Plan plan)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JVM);
    // The target counts its own executions and time, which start with fuzzing: see Executions.
    Path end = plan.findings().resolve(target + ".end");
    Files.deleteIfExists(end);
    command.add("-D" + EFFORT + "=" + plan.amount().effort());
    command.add("-D" + SECONDS + "=" + plan.amount().seconds());
    command.add("-D" + END + "=" + end);
    command.add("-Djazzer.internal.arg.4=-stop_file=" + end);
    command.add("-Djazzer.max_duration=" + (plan.amount().seconds() + SECONDS_BESIDE) + "s");
    command.add("-Djazzer.internal.arg.5=-seed=" + plan.seed());
    if (!plan.seed().equals("0")) {
      deleteFolder(plan.findings().resolve(CORPUS).resolve(target));
    }
    command.add("-Djazzer.internal.basedir=" + plan.findings());
    command.add("-Djazzer.reproducer_path=" + plan.findings());
    command.add("-classpath");
    command.add(plan.classes() + File.pathSeparator + System.getProperty("java.class.path"));
    command.addAll(List.of(FuzzRunner.class.getName(), ONE, target));
    // Jazzer logs every class that it instruments.
    Path log = plan.findings().resolve(target + ".log");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().put("JAZZER_FUZZ", "1");
    Process process = builder.start();
    boolean ended = process.waitFor(plan.amount().seconds() + 2 * SECONDS_BESIDE, TimeUnit.SECONDS);
    if (!ended) {
      process.destroyForcibly();
    }
    boolean passed = ended && process.exitValue() == 0;
    printEnd(target, log, passed ? EXECUTIONS : "");
    return passed;
  }

  private static void deleteFolder(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  /** Prints the last lines of a target's log that start with a word. */
  private static synchronized void printEnd(String target, Path log, String word)
      throws IOException {
    System.out.println("Fuzzed " + target);
    List<String> lines =
        Files.readAllLines(log, StandardCharsets.ISO_8859_1).stream()
            .filter(line -> line.startsWith(word) && !line.startsWith(INSTRUMENTED))
            .toList();
    lines
        .subList(Math.max(0, lines.size() - MOST_PRINTED), lines.size())
        .forEach(System.out::println);
  }

  /** Fuzzes a target in this JVM; false if a test failed or none ran. */
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
