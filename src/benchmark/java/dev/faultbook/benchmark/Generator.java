package dev.faultbook.benchmark;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Generates signatures and the log of a training job, the same in every run. Many lines without a
 * signature consist of words of the signatures, so that a single word does not identify a
 * signature.
 *
 * <p>Word frequencies are similar to those of real messages: a few words are very common, and most
 * are rare identifiers. With {@code few}, there are about a hundred words of equal frequency. No
 * real catalogue is like that; it shows where matchers become slow.
 */
final class Generator {
  private static final int LOG_BYTES = 32_000_000;

  private static final int IDENTIFIERS = 3_000;

  /** Exponent of Zipf's law, slightly below 1 as in the vocabulary of error messages. */
  private static final double EXPONENT = 0.85;

  private static final long SEED = 25;

  private static final String[] WORDS =
      ("device memory allocated reserved timeout rank socket remote local failed to connect retry"
              + " queue pair completion with error status checkpoint shard tensor stage pipeline"
              + " collective operation watchdog store key not found invalid argument version"
              + " mismatch expected driver kernel launch stream event handle page buffer overflow"
              + " illegal access peer access unsupported link down lost heartbeat from node host"
              + " step loss gradient norm optimizer state loader worker killed by signal process"
              + " group snapshot lease expired cache block index out of range quota exceeded")
          .split(" ");
  private static final String[] MODULES =
      ("torch.distributed nccl.transport cuda.runtime fsdp.state rdma.verbs slurm.step"
              + " lustre.client loader.prefetch moe.router zero.stage3 elastic.agent tokenizer.shard")
          .split(" ");
  private static final String[] LEVELS = {"INFO", "INFO", "INFO", "DEBUG", "WARNING", "ERROR"};

  private static final String[] HEADS =
      ("cuda nccl ibv ucp shm c10d fsdp zero moe rdma nvml nvme xfs mlx5 gdr nvlink ipc rpc dcgm"
              + " lustre tcp iommu")
          .split(" ");
  private static final String[] TAILS =
      ("Create Destroy Query Register Flush Poll Accept Bind Submit Commit Fetch Wait Reset Probe"
              + " Attach Resolve Launch Sync")
          .split(" ");
  private static final String[] ENDINGS = {".cc", ".cpp", ".cu", ".py", ".c", "()", "Error", "_t"};

  private final Random random;
  private final String[] vocabulary;
  private final double[] cumulated;

  private Generator(long seed, boolean few) {
    this.random = new Random(seed);
    this.vocabulary = few ? WORDS : vocabulary();
    this.cumulated = new double[vocabulary.length];
    double sum = 0;
    for (int i = 0; i < vocabulary.length; i++) {
      sum += few ? 1 : Math.pow(i + 3, -EXPONENT);
      cumulated[i] = sum;
    }
  }

  /** The vocabulary by decreasing frequency: plain words, then identifiers. */
  private static String[] vocabulary() {
    Random random = new Random(SEED);
    Set<String> words = new LinkedHashSet<>(Arrays.asList(WORDS));
    while (words.size() < WORDS.length + IDENTIFIERS) {
      String middle = WORDS[random.nextInt(WORDS.length)];
      words.add(
          HEADS[random.nextInt(HEADS.length)]
              + Character.toUpperCase(middle.charAt(0))
              + middle.substring(1)
              + TAILS[random.nextInt(TAILS.length)]
              + (random.nextBoolean() ? ENDINGS[random.nextInt(ENDINGS.length)] : ""));
    }
    return words.toArray(String[]::new);
  }

  /**
   * Generates the first {@code count} signatures. A larger count begins with the same signatures.
   */
  static List<Workload.Signature> signatures(int count, boolean few) {
    Generator generator = new Generator(SEED, few);
    List<Workload.Signature> signatures = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int fragments = 1 + generator.random.nextInt(4);
      List<String> texts = new ArrayList<>(fragments);
      for (int f = 0; f < fragments; f++) {
        texts.add(generator.fragment(f == 0));
      }
      signatures.add(new Workload.Signature("generated-" + i, texts));
    }
    return signatures;
  }

  /**
   * Generates a log with matches of the signatures on one line in 200, and near-misses on one in
   * 100.
   */
  static byte[] log(List<Workload.Signature> signatures, boolean few) {
    Generator generator = new Generator(SEED + 1, few);
    StringBuilder log = new StringBuilder(LOG_BYTES + 1000);
    for (long second = 0; log.length() < LOG_BYTES; second++) {
      generator.prefix(log, second / 50);
      int kind = generator.random.nextInt(400);
      if (kind < 6) {
        List<String> fragments =
            signatures.get(generator.random.nextInt(signatures.size())).fragments();
        generator.join(log, kind < 2 ? fragments : generator.nearMiss(fragments));
      } else {
        generator.background(log, few);
      }
      log.append('\n');
    }
    return log.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Writes a message of a healthy job: mostly numbers, and words in one message of three. */
  private void background(StringBuilder line, boolean few) {
    switch (few ? 0 : random.nextInt(3)) {
      case 0 -> words(line, few ? 4 + random.nextInt(12) : 2 + random.nextInt(6));
      case 1 ->
          line.append("step ")
              .append(random.nextInt(100_000))
              .append(" | loss ")
              .append(1 + random.nextFloat())
              .append(" | grad norm ")
              .append(random.nextFloat())
              .append(" | ")
              .append(300 + random.nextInt(200))
              .append(" TFLOP/s");
      default ->
          line.append("NCCL INFO Channel ")
              .append(random.nextInt(32))
              .append("/0 : ")
              .append(random.nextInt(512))
              .append(" -> ")
              .append(random.nextInt(512))
              .append(" via NET/IB/")
              .append(random.nextInt(8))
              .append("/GDRDMA");
    }
  }

  /** Generates a part of a message, with the blanks and punctuation next to a value at its ends. */
  private String fragment(boolean first) {
    StringBuilder text = new StringBuilder();
    if (first && random.nextBoolean()) {
      text.append(module()).append(": ");
    } else if (!first) {
      text.append(random.nextInt(3) == 0 ? ", " : " ");
    }
    words(text, 3 + random.nextInt(4));
    return text.append(random.nextInt(3) == 0 ? "=" : " ").toString();
  }

  /** Swaps two of the fragments, or truncates one of them. */
  private List<String> nearMiss(List<String> fragments) {
    List<String> near = new ArrayList<>(fragments);
    if (near.size() > 1 && random.nextBoolean()) {
      Collections.swap(near, 0, 1 + random.nextInt(near.size() - 1));
    } else {
      int cut = random.nextInt(near.size());
      near.set(cut, near.get(cut).substring(0, near.get(cut).length() - 3));
    }
    return near;
  }

  private void join(StringBuilder line, List<String> fragments) {
    for (String fragment : fragments) {
      line.append(fragment).append(random.nextInt(100_000));
    }
  }

  private void prefix(StringBuilder line, long second) {
    line.append("2025-03-01 ")
        .append(String.format("%02d:%02d:%02d", second / 3600 % 24, second / 60 % 60, second % 60))
        .append(" [rank")
        .append(random.nextInt(256))
        .append("] ")
        .append(LEVELS[random.nextInt(LEVELS.length)])
        .append(' ')
        .append(module())
        .append(": ");
  }

  private String module() {
    return MODULES[random.nextInt(MODULES.length)] + '.' + word();
  }

  private void words(StringBuilder text, int count) {
    for (int i = 0; i < count; i++) {
      if (i > 0) {
        text.append(random.nextInt(8) == 0 ? ": " : " ");
      }
      text.append(word());
      if (random.nextInt(6) == 0) {
        text.append('_').append(word());
      }
    }
  }

  private String word() {
    int at = Arrays.binarySearch(cumulated, random.nextDouble(cumulated[cumulated.length - 1]));
    return vocabulary[at < 0 ? -at - 1 : at];
  }
}
