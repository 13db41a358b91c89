package dev.faultbook.benchmark;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Invents signatures and a log of a training job, the same ones at every run. The lines in which no
 * signature is planted are made of the signatures' own words, so that single words decide nothing.
 */
final class Generator {
  private static final int LOG_BYTES = 8_000_000;
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
      ("torch.distributed nccl.transport cuda.runtime fsdp.state rdma.verbs slurm.step lustre.client"
              + " loader.prefetch moe.router zero.stage3 elastic.agent tokenizer.shard")
          .split(" ");
  private static final String[] LEVELS = {"INFO", "INFO", "INFO", "DEBUG", "WARNING", "ERROR"};

  private final Random random;

  private Generator(long seed) {
    this.random = new Random(seed);
  }

  /** The first so many signatures; more of them begin with the same ones. */
  static List<Workload.Signature> signatures(int count) {
    Generator generator = new Generator(SEED);
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

  /** A log with matches and near-misses of the signatures, each on a line in a hundred or two. */
  static byte[] log(List<Workload.Signature> signatures) {
    Generator generator = new Generator(SEED + 1);
    StringBuilder log = new StringBuilder(LOG_BYTES + 1000);
    for (long second = 0; log.length() < LOG_BYTES; second++) {
      generator.prefix(log, second / 50);
      int kind = generator.random.nextInt(400);
      if (kind < 6) {
        List<String> fragments =
            signatures.get(generator.random.nextInt(signatures.size())).fragments();
        generator.join(log, kind < 2 ? fragments : generator.nearMiss(fragments));
      } else {
        generator.words(log, 4 + generator.random.nextInt(12));
      }
      log.append('\n');
    }
    return log.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Text that begins or ends within a message, with blanks and punctuation where a value stood. */
  private String fragment(boolean first) {
    StringBuilder text = new StringBuilder();
    if (first && random.nextBoolean()) {
      text.append(module()).append(": ");
    } else if (!first) {
      text.append(random.nextInt(3) == 0 ? ", " : " ");
    }
    words(text, 2 + random.nextInt(4));
    return text.append(random.nextInt(3) == 0 ? "=" : " ").toString();
  }

  /** The fragments in another order, or one of them less its last characters. */
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
    return MODULES[random.nextInt(MODULES.length)] + '.' + WORDS[random.nextInt(WORDS.length)];
  }

  private void words(StringBuilder text, int count) {
    for (int i = 0; i < count; i++) {
      if (i > 0) {
        text.append(random.nextInt(8) == 0 ? ": " : " ");
      }
      text.append(WORDS[random.nextInt(WORDS.length)]);
      if (random.nextInt(6) == 0) {
        text.append('_').append(WORDS[random.nextInt(WORDS.length)]);
      }
    }
  }
}
