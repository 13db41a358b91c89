package dev.faultbook.benchmark;

import com.sun.management.OperatingSystemMXBean;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.diagnosis.KnowledgeReader;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Measures the whole diagnosis of ordinary logs, as multiples of the CPU time in which {@code wc
 * -l} and {@code rg -c -F} ({@code grep -c -F} without ripgrep) read the same file.
 *
 * <p>Prints for each log the ratios of the first diagnosis in the process and of the fastest of
 * several, and the most heap that was in use. {@code -Dbenchmark.megabytes} is a comma-separated
 * list of sizes, {@code -Dbenchmark.folder} the folder for the logs, which are generated once.
 */
public final class DiagnosisBenchmark {
  private static final int ROUNDS = 5;
  private static final String WORD = "segfault at";

  private DiagnosisBenchmark() {}

  /** Measures all launchers in all sizes and prints a row for each. */
  public static void main(String[] args) throws Exception {
    Path folder = Path.of(System.getProperty("benchmark.folder", "target/ordinary-logs"));
    String sizes = System.getProperty("benchmark.megabytes", "4,40,400");
    Files.createDirectories(folder);
    Diagnoser diagnoser = new Diagnoser(KnowledgeReader.openPacked());
    System.out.println("log                  first/wc   warm/wc warm/grep  wall/CPU   heap MB");
    for (String size : sizes.split(",", -1)) {
      for (OrdinaryLog log : OrdinaryLog.values()) {
        Path file = folder.resolve(log.name().toLowerCase(Locale.ROOT) + "-" + size + ".log");
        if (Files.notExists(file)) {
          log.write(file, Long.parseLong(size) * 1_000_000);
        }
        measure(diagnoser, file);
      }
    }
  }

  private static void measure(Diagnoser diagnoser, Path file) throws Exception {
    List<String> count = List.of("wc", "-l", file.toString());
    List<String> search = List.of(hasRipgrep() ? "rg" : "grep", "-c", "-F", WORD, file.toString());
    double first = 0;
    Cost warm = new Cost(Double.MAX_VALUE, 0);
    double counting = Double.MAX_VALUE;
    double searching = Double.MAX_VALUE;
    heapPools().forEach(MemoryPoolMXBean::resetPeakUsage);
    // In turn, so that other load on the machine meets all of them.
    for (int round = 0; round < ROUNDS; round++) {
      Cost now = costOf(diagnoser, file);
      first = round == 0 ? now.cpu() : first;
      warm = now.cpu() < warm.cpu() ? now : warm;
      counting = Math.min(counting, cpuOf(count));
      searching = Math.min(searching, cpuOf(search));
    }
    long heap = heapPools().stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
    System.out.printf(
        Locale.ROOT,
        "%-20s %8.1f  %8.1f  %8.1f  %8.2f  %8d%n",
        file.getFileName(),
        first / counting,
        warm.cpu() / counting,
        warm.cpu() / searching,
        warm.wall() / warm.cpu(),
        heap >> 20);
  }

  /** Seconds of processors and of the clock. */
  private record Cost(double cpu, double wall) {}

  private static Cost costOf(Diagnoser diagnoser, Path file) throws IOException {
    OperatingSystemMXBean process =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long cpu = process.getProcessCpuTime();
    long wall = System.nanoTime();
    try (InputStream in = Files.newInputStream(file)) {
      Diagnosis diagnosis = diagnoser.diagnose(in);
      if (!diagnosis.isDiagnosed()) {
        throw new IllegalStateException("Nothing was found in " + file);
      }
    }
    return new Cost((process.getProcessCpuTime() - cpu) / 1e9, (System.nanoTime() - wall) / 1e9);
  }

  private static List<MemoryPoolMXBean> heapPools() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .toList();
  }

  private static boolean hasRipgrep() {
    for (String folder : System.getenv("PATH").split(":", -1)) {
      if (Files.isExecutable(Path.of(folder, "rg"))) {
        return true;
      }
    }
    return false;
  }

  /** CPU seconds of a command, as the shell counts them. */
  private static double cpuOf(List<String> command) throws Exception {
    String quoted = "'" + String.join("' '", command) + "'";
    Process shell =
        new ProcessBuilder("bash", "-c", "TIMEFORMAT='%U %S'; time " + quoted + " > /dev/null")
            .redirectErrorStream(true)
            .start();
    String[] times = new String(shell.getInputStream().readAllBytes()).strip().split(" ", -1);
    shell.waitFor();
    return Math.max(0.001, Double.parseDouble(times[0]) + Double.parseDouble(times[1]));
  }
}
