package dev.faultbook.benchmark;

import dev.faultbook.redaction.Redactor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Measures the redaction of an ordinary training log in MB/s of CPU time, and of adversarial texts
 * as a multiple of the cost of the ordinary log.
 *
 * <p>The texts are measured in turn, so that other load on the machine affects all of them equally.
 * {@code -Dbenchmark.megabytes} sets the size of the ordinary log; the other texts have a quarter
 * of it.
 */
public final class RedactionBenchmark {
  private static final int WARM_UP = 3;
  private static final int ROUNDS = 5;
  private static final int LINE = 1000;

  /** Pieces of which the adversarial texts consist. Each was expensive for one of the finders. */
  private static final List<String> PIECES =
      List.of(
          "a:",
          "a=",
          "api_key: [a,b,c,",
          "x://u",
          "http://",
          "://a@",
          "token=!",
          "\"token\":",
          "password=<secret-1>",
          "--token ",
          "name: a value:",
          "Authorization:",
          "Cookie: ",
          "docker login ",
          "ssh a@",
          "/home/",
          "C:\\Users\\",
          "::",
          "1.",
          "8.8.8.8 ",
          "@",
          "sk-a1",
          "eyJ",
          "\\nHF_TOKEN=a",
          "&quot;token&quot;:",
          "\\u0026a\\u003d",
          "{\"level\":\"info\",\"msg\":\"step 10\\nloss=2.31\\n\"}\n",
          "\u001b[",
          "-----BEGIN RSA PRIVATE KEY-----\\n",
          "[rank3]: GPU 3 user=alice token=abc /home/alice/x 8.8.8.8 https://u:p@host/x a@b.co\n");

  /** A text with the costs measured so far. */
  private record Text(String name, String text, List<Double> costs) {
    Text(String name, String text) {
      this(name, text, new ArrayList<>());
    }

    /** Median CPU seconds per million characters. */
    double medianCost() {
      return costs.stream().sorted().skip(costs.size() / 2).findFirst().orElseThrow();
    }
  }

  private RedactionBenchmark() {}

  /** Measures the texts and prints a row for each. */
  public static void main(String[] args) {
    int size = Integer.getInteger("benchmark.megabytes", 4) << 20;
    List<Text> texts = new ArrayList<>();
    texts.add(new Text("ordinary log", trainingLog(size)));
    texts.add(new Text("eight secrets a line", secretLines(size / 4)));
    for (String piece : PIECES) {
      texts.add(new Text(piece, repeat(piece, LINE, size / 4)));
    }
    texts.add(new Text("a: without line ends", repeat("a:", Integer.MAX_VALUE, size / 4)));
    Redactor redactor = Redactor.shared();
    for (int round = -WARM_UP; round < ROUNDS; round++) {
      for (Text text : texts) {
        double cost = costOf(redactor, text.text());
        if (round >= 0) {
          text.costs().add(cost);
        }
      }
    }
    double base = texts.getFirst().medianCost();
    for (Text text : texts) {
      double cost = text.medianCost();
      System.out.printf(
          Locale.ROOT, "%-40s %8.2f MB/s  %6.2f%n", text.name(), 1 / cost, cost / base);
    }
  }

  private static double costOf(Redactor redactor, String text) {
    var threads = java.lang.management.ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    long length = redactor.redact(text).text().length();
    long passed = threads.getCurrentThreadCpuTime() - start;
    if (length == 0) {
      throw new IllegalStateException("Redaction returned an empty text");
    }
    return passed / 1e9 / (text.length() / 1e6);
  }

  private static String repeat(String piece, int line, int size) {
    StringBuilder text = new StringBuilder(size);
    int lineStart = 0;
    while (text.length() < size) {
      text.append(piece);
      if (text.length() - lineStart >= line) {
        text.append('\n');
        lineStart = text.length();
      }
    }
    return text.toString();
  }

  /**
   * Generates the log of a healthy job on eight ranks, with random numbers, so that hardly any
   * lines are equal.
   */
  private static String trainingLog(int size) {
    SplittableRandom random = new SplittableRandom(7);
    StringBuilder text = new StringBuilder(size + 400);
    for (int step = 1; text.length() < size; step++) {
      int rank = random.nextInt(8);
      text.append(
          String.format(
              Locale.ROOT,
              """
              2026-11-21 03:%02d:%02d,%03d - trainer - INFO - step %d loss=%.4f lr=1.0e-04 grad_norm=%.3f
              [rank%d]: gpu-%03d:1234:%d [%d] NCCL INFO Channel %02d/0 : %d[%d] -> 3[3] via P2P/IPC
              {"level": "info", "ts": %d.5, "msg": "checkpoint", "token_count": %d, "path": "/data/run/step-%d"}
              [rank%d]:   File "/opt/conda/lib/python3.12/site-packages/torch/nn/modules/module.py", line %d, in _call_impl
              100%%|██████████| %d/10000 [00:%02d<00:00, %.2fit/s]
              """,
              step / 60 % 60,
              step % 60,
              random.nextInt(1000),
              step,
              random.nextDouble() * 3,
              random.nextDouble(),
              rank,
              random.nextInt(1000),
              random.nextInt(9999),
              rank,
              random.nextInt(32),
              rank,
              rank,
              1_790_000_000L + step,
              random.nextInt(1 << 20),
              step,
              rank,
              random.nextInt(2000),
              step % 10_000,
              step % 60,
              random.nextDouble() * 9));
    }
    return text.toString();
  }

  private static String secretLines(int size) {
    Map<String, String> forms = new LinkedHashMap<>();
    forms.put("token=", "");
    forms.put(" password=", "");
    forms.put(" api_key=", "");
    forms.put(" https://u:", "@h.example/");
    forms.put(" mail ", "@example.org");
    forms.put(" /home/", "/x");
    forms.put(" Authorization: Bearer ", "");
    forms.put(" HF_TOKEN=", "");
    SplittableRandom random = new SplittableRandom(11);
    StringBuilder text = new StringBuilder(size + 400);
    while (text.length() < size) {
      forms.forEach(
          (before, after) ->
              text.append(before).append(Long.toString(random.nextLong() >>> 1, 36)).append(after));
      text.append('\n');
    }
    return text.toString();
  }
}
