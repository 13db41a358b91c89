package dev.faultbook.benchmark;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;

/**
 * Generates logs as ordinary jobs write them, the same in every run: progress of many ranks, with a
 * warning here and there, and one failure at the end.
 */
enum OrdinaryLog {
  /** torchrun with {@code --tee 3}: dicts of the Hugging Face trainer and bars of tqdm. */
  TORCHRUN {
    @Override
    void addLines(Writer log, long step) {
      int rank = (int) (step % RANKS);
      if (rank == 0) {
        log.add("[default0]:{'loss': %.4f, 'grad_norm': %.4f, ", log.loss(step), log.real(2));
        log.add("'learning_rate': %.3e, 'epoch': %.2f}%n", log.real(1e-4), step / 6e4);
        log.add("[default0]:");
        for (int i = 0; i < 6; i++) {
          log.add("\r %2d%%|█████▋    | %d/900000 ", step / 9_000 % 100, step + i);
          log.add("[%s<9:12:07,  %.2fit/s]", log.clock(step), log.real(4));
        }
        log.add("%n");
      }
      log.add("[default%d]:%s [INFO] trainer: ", rank, log.date(step));
      log.add("step %d loss %.4f tokens/s %.1f%n", step / RANKS, log.loss(step), log.real(4e4));
    }

    @Override
    void addFailure(Writer log) {
      log.add("[default3]:Traceback (most recent call last):%n");
      log.add("[default3]:  File \"/app/train.py\", line 88, in main%n");
      log.add("[default3]:torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.");
      log.add(" GPU 3 has a total capacity of 79.10 GiB of which 1.06 GiB is free.%n");
    }
  },
  /** Megatron-LM's line of many columns. */
  MEGATRON {
    @Override
    void addLines(Writer log, long step) {
      log.add(" [%s] iteration %8d/  500000 | consumed samples: ", log.date(step), step);
      log.add("%12d | elapsed time per iteration (ms): %.1f | ", step * 1024, 900 + log.real(100));
      log.add("throughput per GPU (TFLOP/s/GPU): %.1f | learning rate: ", 380 + log.real(30));
      log.add("%.6E | global batch size:  1024 | lm loss: %.6E | ", log.real(3e-4), log.loss(step));
      log.add("loss scale: 1.0 | grad norm: %.3f | num zeros: %d | ", log.real(1), step % 97);
      log.add("number of skipped iterations:   0 | number of nan iterations:   0 |%n");
      if (step % 500 == 0) {
        log.add("(min, max) time across ranks (ms):%n");
        log.add(
            "    forward-backward ...............................: (%.2f, %.2f)%n", 801.5, 803.2);
        log.add("    optimizer ......................................: (%.2f, %.2f)%n", 41.1, 43.0);
        log.add("saving checkpoint at iteration %7d to /ckpt in torch_dist format%n", step);
        log.add("  successfully saved checkpoint from iteration %7d to /ckpt%n", step);
      }
    }

    @Override
    void addFailure(Writer log) {
      log.add("node-7:2210:2291 [3] misc/ibvwrap.cc:262 NCCL WARN Call to ibv_reg_mr failed with ");
      log.add("error Cannot allocate memory%n");
      log.add("RuntimeError: NCCL error in: ProcessGroupNCCL.cpp:1970, unhandled system error%n");
    }
  },
  /** DeepSpeed under {@code srun --label}. */
  SLURM {
    @Override
    void addLines(Writer log, long step) {
      int rank = (int) (step % RANKS);
      log.add("%2d: [%s] [INFO] [logging.py:96:log_dist] ", rank, log.date(step));
      log.add(
          "[Rank %d] step=%d, skipped=0, lr=[%.3e], mom=[(0.9, 0.95)]%n",
          rank, step / RANKS, log.real(1e-4));
      log.add("%2d: steps: %d loss: %.4f iter time (s): ", rank, step / RANKS, log.loss(step));
      log.add("%.3f samples/sec: %.3f%n", log.real(2), log.real(80));
      if (step % 2_000 == 0) {
        log.add(
            "%2d: node-%d:%d:%d [%d] NCCL INFO Channel %02d/0 : %d[%d] -> %d[%d] via P2P/CUMEM%n",
            rank,
            rank / 8,
            4000 + rank,
            4100 + rank,
            rank % 8,
            step % 16,
            rank,
            rank % 8,
            (rank + 1) % RANKS,
            (rank + 1) % 8);
      }
    }

    @Override
    void addFailure(Writer log) {
      log.add("slurmstepd: error: Detected 1 oom_kill event in StepId=4711.0. Some of the step ");
      log.add("tasks have been OOM Killed.%n");
      log.add("srun: error: node-2: task 17: Out Of Memory%n");
    }
  },
  /** Lines of JSON, as collectors in Kubernetes write them. */
  KUBERNETES {
    @Override
    void addLines(Writer log, long step) {
      log.add("{\"log\":\"%s INFO worker-%d ", log.date(step), step % RANKS);
      log.add("epoch=%d batch=%d loss=%.4f ", step / 640_000, step / RANKS, log.loss(step));
      log.add("data_time=%.3f\\n\",\"stream\":\"stderr\",", log.real(0.1));
      log.add("\"time\":\"2026-11-20T%s.%06dZ\"}%n", log.clock(step), step % 1_000_000);
    }

    @Override
    void addFailure(Writer log) {
      log.add("{\"log\":\"RuntimeError: DataLoader worker (pid 4711) is killed by signal: ");
      log.add("Bus error.\\n\",\"stream\":\"stderr\"}%n");
    }
  },
  /** A server of vLLM under load. */
  VLLM {
    @Override
    void addLines(Writer log, long step) {
      if (step % 20 == 0) {
        log.add(
            "INFO 11-20 %s [loggers.py:127] Engine 000: Avg prompt throughput: ", log.clock(step));
        log.add("%.1f tokens/s, Avg generation throughput: %.1f ", log.real(9e3), log.real(3e3));
        log.add("tokens/s, Running: %d reqs, Waiting: %d reqs, ", step % 97, step % 5);
        log.add("GPU KV cache usage: %.1f%%, Prefix cache hit rate: %.1f%%%n", log.real(90), 41.5);
      }
      log.add("INFO:     10.0.%d.%d:%d - ", step % 7, step % 251, 30_000 + step % 20_000);
      log.add("\"POST /v1/chat/completions HTTP/1.1\" 200 OK%n");
    }

    @Override
    void addFailure(Writer log) {
      log.add("ERROR 11-20 09:12:01 [core.py:710] EngineCore encountered a fatal error.%n");
      log.add("ValueError: No available memory for the cache blocks. Try increasing ");
      log.add("`gpu_memory_utilization` when initializing the engine.%n");
    }
  };

  private static final int RANKS = 64;

  abstract void addLines(Writer log, long step);

  abstract void addFailure(Writer log);

  /** Writes a log of about so many bytes. */
  void write(Path file, long bytes) throws IOException {
    try (Writer log = new Writer(new BufferedOutputStream(Files.newOutputStream(file), 1 << 20))) {
      for (long step = 1; log.bytes < bytes; step++) {
        addLines(log, step);
        if (step % 20_000 == 0) {
          log.add("/opt/env/lib/python3.12/site-packages/torch/utils/checkpoint.py:295: ");
          log.add("FutureWarning: `torch.cpu.amp.autocast(args...)` is deprecated.%n");
        }
        log.endStep();
      }
      addFailure(log);
    }
  }

  /** Text and numbers that repeat in every run. */
  static final class Writer implements AutoCloseable {
    private final StringBuilder text = new StringBuilder();
    private final Random random = new Random(34);
    private final OutputStream out;
    private long bytes;

    Writer(OutputStream out) {
      this.out = out;
    }

    void add(String format, Object... values) {
      text.append(String.format(Locale.ROOT, format, values));
    }

    double real(double most) {
      return random.nextDouble() * most;
    }

    double loss(long step) {
      return 2 + 8 / Math.sqrt(step) + real(0.05);
    }

    String clock(long step) {
      long second = step / 50;
      return "%02d:%02d:%02d".formatted(second / 3600 % 24, second / 60 % 60, second % 60);
    }

    String date(long step) {
      return "2026-11-%02d %s,%03d"
          .formatted(1 + step / 4_320_000 % 28, clock(step), step * 20 % 1000);
    }

    void endStep() throws IOException {
      byte[] encoded = text.toString().getBytes(StandardCharsets.UTF_8);
      out.write(encoded);
      bytes += encoded.length;
      text.setLength(0);
    }

    @Override
    public void close() throws IOException {
      endStep();
      out.close();
    }
  }

  /** {@code OrdinaryLog FOLDER MEGABYTES}: writes one log of each kind. */
  public static void main(String[] args) throws IOException {
    for (OrdinaryLog log : values()) {
      String name = log.name().toLowerCase(Locale.ROOT) + "-" + args[1] + ".log";
      log.write(Path.of(args[0], name), Long.parseLong(args[1]) * 1_000_000);
    }
  }
}
