package dev.faultbook.run;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.StringTokenizer;
import org.jspecify.annotations.Nullable;

/**
 * What the numbers of a line mean, by the words around them; -1 for what the line does not state.
 *
 * @param unit what {@code count} counts; null if no word tells that
 * @param count index of the number that counts progress
 * @param total index of the number that the count ends at
 * @param listed bits of the numbers that list things, so that they rise without progress
 * @param loss index of the loss
 * @param gradNorm index of the norm of the gradient
 * @param throughput index of the throughput
 */
record Columns(
    @Nullable Unit unit, int count, int total, long listed, int loss, int gradNorm, int throughput) {
  private static final int MAX_KEY = 40;

  private static final Set<String> STEPS =
      Set.of("step", "iter", "iteration", "it", "update", "num updates", "completed steps");
  private static final Set<String> EPOCHS = Set.of("epoch");
  private static final Set<String> SAMPLES =
      Set.of("sample", "consumed samples", "samples seen", "samples processed");
  private static final Set<String> BATCHES = Set.of("batch", "minibatch");

  /** Words before a number that rises because it lists things. */
  private static final Set<String> LISTED =
      Set.of(
          "rank", "channel", "gpu", "gpus", "device", "node", "port", "pid", "layer", "shard",
          "worker", "thread", "line", "card", "dev", "cpu", "core", "ring", "tree", "trees", "slot",
          "id", "index", "member", "socket", "attempt", "retry", "retries", "try", "nic", "hca");

  /** Words before a number that make it a setting, a duration or a rate. */
  private static final Set<String> NO_COUNT =
      Set.of(
          "max", "min", "total", "per", "every", "warmup", "save", "logging", "log", "eval", "time",
          "interval", "skipped", "nan", "accumulation", "last", "first", "from", "at", "of", "size",
          "num", "number", "seconds", "best", "ms", "s", "resume", "resumed", "resuming", "start");

  /** Words in the label of a bar that counts the run; loading, downloading and others do not. */
  private static final Set<String> LABELS =
      Set.of(
          "train", "training", "epoch", "step", "steps", "iter", "iteration", "iterations", "total",
          "progress", "global", "loss", "rank", "info", "default", "finetuning", "lr");

  /** Reads a line of which {@code numbers} holds the numbers. */
  static Columns of(String line, int offset, NumberedLine numbers) {
    Columns.Builder columns = new Builder(line, offset, numbers);
    for (int i = 0; i < numbers.count(); i++) {
      columns.readNumber(i);
    }
    return columns.build();
  }

  private static final class Builder {
    private final String line;
    private final int offset;
    private final NumberedLine numbers;
    private final int[] byUnit = new int[Unit.values().length];
    private final int[] totals = new int[Unit.values().length];
    private long listed;
    private int loss = -1;
    private int gradNorm = -1;
    private int throughput = -1;

    Builder(String line, int offset, NumberedLine numbers) {
      this.line = line;
      this.offset = offset;
      this.numbers = numbers;
      Arrays.fill(byUnit, -1);
      Arrays.fill(totals, -1);
    }

    Columns build() {
      for (Unit unit : Unit.values()) {
        int at = byUnit[unit.ordinal()];
        if (at >= 0) {
          return new Columns(unit, at, totals[unit.ordinal()], 0, loss, gradNorm, throughput);
        }
      }
      return new Columns(null, -1, -1, listed, loss, gradNorm, throughput);
    }

    void readNumber(int i) {
      int from = numbers.start(i) - offset;
      String before = line.substring(Math.max(0, from - MAX_KEY), from);
      String after = textAfter(numbers.end(i) - offset);
      String[] words = lastWords(before);
      String key = String.join(" ", words);
      if (words.length == 0 && isAlone(from, after)
          || words.length > 0 && LISTED.contains(words[words.length - 1])) {
        listed |= 1L << i;
      }
      if (after.startsWith("%")) {
        return;
      }
      if (isRate(after) || isRateName(key)) {
        throughput = throughput < 0 ? i : throughput;
      } else if (key.contains("grad") && key.contains("norm") || key.endsWith("gnorm")) {
        gradNorm = gradNorm < 0 ? i : gradNorm;
      } else if (isLoss(words)) {
        loss = loss < 0 ? i : loss;
      } else {
        Unit unit = unitOf(words, before, after);
        if (unit != null && byUnit[unit.ordinal()] < 0) {
          byUnit[unit.ordinal()] = i;
          totals[unit.ordinal()] = hasTotal(i) ? i + 1 : -1;
        }
      }
    }

    /** A line of nothing but a number, as people number their lines. */
    private boolean isAlone(int from, String after) {
      return line.substring(0, from).isBlank() && after.isBlank();
    }

    /** {@code 100/3000}, {@code 100 / 3000}, {@code 3 of 10}. */
    private boolean hasTotal(int i) {
      if (i + 1 >= numbers.count()) {
        return false;
      }
      String between =
          line.substring(numbers.end(i) - offset, numbers.start(i + 1) - offset).strip();
      return between.equals("/") || between.equals("of");
    }

    private @Nullable Unit unitOf(String[] words, String before, String after) {
      boolean bar = hasBarTotal(after);
      if (bar && before.stripTrailing().endsWith("|") && percentBefore(before)) {
        return unitOfBar();
      }
      String last = words.length == 0 ? "" : words[words.length - 1];
      String lastTwo = words.length < 2 ? last : words[words.length - 2] + " " + last;
      if (STEPS.contains(lastTwo)) {
        return Unit.STEP;
      }
      if (SAMPLES.contains(lastTwo)) {
        return Unit.SAMPLE;
      }
      if (Arrays.stream(words).limit(Math.max(0, words.length - 1)).anyMatch(NO_COUNT::contains)) {
        return null;
      }
      if (STEPS.contains(last)) {
        return Unit.STEP;
      }
      if (EPOCHS.contains(last)) {
        return Unit.EPOCH;
      }
      if (SAMPLES.contains(last)) {
        return Unit.SAMPLE;
      }
      // Keras: 100/1875 [====>.....] - ETA: 5s - loss: 0.3
      boolean keras = bar && before.isBlank() && after.contains("[");
      return BATCHES.contains(last) || keras ? Unit.BATCH : null;
    }

    /** A bar between a percentage and the number is longer than what is looked at of other keys. */
    private boolean percentBefore(String before) {
      return before.length() == MAX_KEY || before.contains("%");
    }

    /** {@code  12%|█▏ | 120/1000 [00:10<01:10, 12.1it/s]}; a label stands before the per cent. */
    private @Nullable Unit unitOfBar() {
      int percent = line.indexOf('%');
      String label = percent < 0 ? "" : line.substring(0, percent).toLowerCase(Locale.ROOT);
      boolean epoch = false;
      for (String word : tokens(label)) {
        if (!LABELS.contains(word)) {
          return null;
        }
        epoch |= word.equals("epoch");
      }
      return epoch ? Unit.BATCH : Unit.STEP;
    }

    private static boolean hasBarTotal(String after) {
      String text = after.stripLeading();
      return text.startsWith("/");
    }

    private String textAfter(int from) {
      return line.substring(from, Math.min(line.length(), from + MAX_KEY));
    }
  }

  /** {@code 12.1it/s}, {@code 500 tokens/s}, {@code 3.2 samples/sec}. */
  private static boolean isRate(String after) {
    String text = after.stripLeading().toLowerCase(Locale.ROOT);
    return text.startsWith("it/s")
        || text.startsWith("tokens/s")
        || text.startsWith("samples/s")
        || text.startsWith("steps/s")
        || text.startsWith("step/s");
  }

  private static boolean isRateName(String key) {
    return key.endsWith("tps")
        || key.endsWith("throughput")
        || key.endsWith("tokens s")
        || key.endsWith("samples s")
        || key.endsWith("tokens s device")
        || key.endsWith("samples per second")
        || key.endsWith("tokens per second");
  }

  /** {@code 'loss': 1.2}, {@code lm loss: 1.2}, {@code train_loss=0.5}, but no {@code loss scale}. */
  private static boolean isLoss(String[] words) {
    if (words.length == 0 || !words[words.length - 1].equals("loss")) {
      return false;
    }
    String before = words.length == 1 ? "" : words[words.length - 2];
    return !Set.of("val", "eval", "valid", "validation", "test", "best", "aux").contains(before);
  }

  /** The words of the last phrase of a text, in lower case; separators of phrases end it. */
  private static String[] lastWords(String text) {
    int from = text.length();
    int to = text.length();
    // What stands between the name and the number: blanks, quotes, brackets and a sign.
    while (to > 0 && !Character.isLetter(text.charAt(to - 1))) {
      char c = text.charAt(to - 1);
      if (c == ',' || c == ';' || c == '|' || c == '}' || c == ')' || Character.isDigit(c)) {
        return new String[0];
      }
      to--;
    }
    from = to;
    while (from > 0) {
      char c = text.charAt(from - 1);
      if (!Character.isLetter(c) && c != ' ' && c != '_' && c != '-' && c != '/' && c != '.') {
        break;
      }
      from--;
    }
    String phrase = text.substring(from, to).toLowerCase(Locale.ROOT);
    return tokens(phrase);
  }

  private static String[] tokens(String phrase) {
    StringTokenizer tokens = new StringTokenizer(phrase, " _-/.:,()[]|0123456789");
    String[] words = new String[tokens.countTokens()];
    for (int i = 0; i < words.length; i++) {
      words[i] = tokens.nextToken();
    }
    return words;
  }
}
