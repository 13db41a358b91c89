package dev.faultbook.fleet;

import dev.faultbook.ShippedCatalogue;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The logs of many jobs: most of them end well, some survive an error, and some fail as the example
 * logs of causes do. Each writes from one file. They lie in a folder: 2 GB are too many for memory.
 */
final class FleetLogs {
  private static final int CHUNK = 16 * 1024;
  private static final Pattern LINES = Pattern.compile("lines? [0-9,]+");

  private final Path folder;
  private final Map<String, Long> sizes = new HashMap<>();
  private final Set<String> failed = new HashSet<>();
  private final Random random = new Random(40);

  FleetLogs(Path folder, int jobs, int failing, int surviving, long bytes) throws IOException {
    this.folder = folder;
    List<String> causes = causes(failing);
    for (int i = 0; i < jobs; i++) {
      String job = "job-" + i;
      // Many short logs and few long ones.
      long size = (long) (bytes / jobs * (i % 10 == 0 ? 5.5 : 0.5));
      boolean fails = i * (long) failing / jobs != (i + 1) * (long) failing / jobs;
      boolean survives = !fails && i % (jobs / surviving) == 1;
      String end = fails ? causes.get(failed.size()) : "training finished\n";
      if (fails) {
        failed.add(job);
      }
      byte[] log = log(size, survives, fails, end);
      Files.write(folder.resolve(job), log);
      sizes.put(job, (long) log.length);
    }
  }

  private byte[] log(long size, boolean survives, boolean fails, String end) {
    StringBuilder log = new StringBuilder();
    int steps = (int) (size / 75) + 1;
    // A run that came to its last step has not failed.
    int planned = fails ? 2 * steps : steps;
    int bad = survives ? steps / 2 : -1;
    for (int step = 1; step <= steps; step++) {
      if (step == bad) {
        log.append("shard 7 unreadable: OSError: [Errno 5] Input/output error, skipping\n");
      }
      log.append("step ").append(step).append('/').append(planned);
      log.append(" loss ").append(2000 + random.nextInt(500)).append("e-3 lr 1.0e-04 grad_norm 0.");
      log.append(1000 + random.nextInt(9000)).append(" tokens/s ").append(90000 + step % 700);
      log.append('\n');
    }
    return log.append(end).toString().getBytes(StandardCharsets.UTF_8);
  }

  /** The shortest example log of each of some causes. */
  private static List<String> causes(int count) {
    try (var entries = Files.list(Path.of("content/entries"))) {
      List<String> all = new ArrayList<>();
      for (Path entry : entries.sorted().toList()) {
        if (Files.readString(entry.resolve("entry.yaml")).contains("kind: cause")) {
          try (var examples = Files.list(entry.resolve("logs"))) {
            examples
                .filter(file -> !file.toString().endsWith(".not.log"))
                .sorted()
                .findFirst()
                .ifPresent(file -> all.add(read(file)));
          }
        }
      }
      List<String> some = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        int at = (int) ((long) i * all.size() / count);
        // A warning at the start of a program ends no run.
        while (!ends(all.get(at))) {
          at = (at + 1) % all.size();
        }
        some.add(all.get(at));
      }
      return some;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean ends(String example) throws IOException {
    StringBuilder log = new StringBuilder();
    for (int step = 1; step <= 200; step++) {
      log.append("step ").append(step).append("/400 loss 2.4 tokens/s 90100\n");
    }
    byte[] text = log.append(example).toString().getBytes(StandardCharsets.UTF_8);
    return ShippedCatalogue.diagnoser().diagnose(text).isDiagnosed();
  }

  private static String read(Path file) {
    try {
      String text = Files.readString(file);
      return text.endsWith("\n") ? text : text + "\n";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The parts of a document that tell what failed. Lines are counted without those that were left
   * out of a long log, so that their numbers do not compare.
   */
  static String answerOf(JsonNode document) {
    StringBuilder answer = new StringBuilder();
    for (String part : List.of("verdict", "failure", "findings", "run", "retry")) {
      JsonNode told = document.path(part).deepCopy();
      forgetLines(told);
      answer.append(part).append(' ').append(told).append('\n');
    }
    return LINES.matcher(answer).replaceAll("line N");
  }

  private static void forgetLines(JsonNode of) {
    if (of instanceof ObjectNode fields && !of.has("function")) {
      fields.properties().stream()
          .map(Map.Entry::getKey)
          .filter(name -> name.equals("line") || name.endsWith("_line"))
          .toList()
          .forEach(fields::remove);
      fields.remove("chain");
    }
    of.values().forEach(FleetLogs::forgetLines);
  }

  Set<String> failed() {
    return failed;
  }

  byte[] logOf(String job) {
    try {
      return Files.readAllBytes(folder.resolve(job));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  long bytes() {
    return sizes.values().stream().mapToLong(size -> size).sum();
  }

  /** All logs in chunks, those of all jobs in turn; long logs end last. */
  void forEachChunk(BiConsumer<String, byte[]> send) throws IOException {
    long longest = sizes.values().stream().mapToLong(size -> size).max().orElse(0);
    List<String> jobs = sizes.keySet().stream().sorted().toList();
    for (long from = 0; from < longest; from += CHUNK) {
      for (String job : jobs) {
        if (from < sizes.get(job)) {
          try (RandomAccessFile file = new RandomAccessFile(folder.resolve(job).toFile(), "r")) {
            byte[] chunk = new byte[(int) Math.min(CHUNK, sizes.get(job) - from)];
            file.seek(from);
            file.readFully(chunk);
            send.accept(job, chunk);
          }
        }
      }
    }
  }
}
