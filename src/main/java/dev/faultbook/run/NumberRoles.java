package dev.faultbook.run;

import com.google.re2j.Pattern;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What the numbers of a line mean, by the words around them; -1 for what the line does not state.
 *
 * @param counts by unit the index of the number that counts
 * @param totals by unit the index of the number at which the count ends
 * @param bounds by unit the index of the number of steps or epochs that the run is to make
 * @param listed bits of the numbers that list things, so that they rise without progress
 * @param done bits of the numbers that tell how much is done, which need not rise steadily
 * @param loss index of the loss
 * @param gradNorm index of the norm of the gradient
 * @param throughput index of the throughput
 */
record NumberRoles(
    int[] counts,
    int[] totals,
    int[] bounds,
    long listed,
    long done,
    int loss,
    int gradNorm,
    int throughput) {
  private static final int MAX_KEY = 40;

  /** The first of the values behind a step in brackets. */
  private static final Pattern SETTING = Pattern.compile("\\] \\w+=");

  private static final Set<String> STEPS = RunPhrases.LISTS.names("steps");
  private static final Set<String> STEP_HEADINGS = RunPhrases.LISTS.names("headings of steps");
  private static final List<String> BEHIND_STEP = RunPhrases.LISTS.phrases("behind a step");
  private static final Set<String> STEP_LISTS = RunPhrases.LISTS.names("lists of steps");
  private static final Set<String> EPOCHS = RunPhrases.LISTS.names("epochs");
  private static final Set<String> SAMPLES = RunPhrases.LISTS.names("samples");
  private static final Set<String> COUNTED_SAMPLES = RunPhrases.LISTS.names("counted samples");
  private static final Set<String> TRIALS = RunPhrases.LISTS.names("trials");
  private static final Set<String> BOUNDS = RunPhrases.LISTS.names("bounds");
  private static final Set<String> NO_WORK = RunPhrases.LISTS.names("names of no work");
  private static final Set<String> RUNS = RunPhrases.LISTS.names("runs");
  private static final List<String> REQUESTED = RunPhrases.LISTS.phrases("behind a length");
  private static final Set<String> ENDS_OF_TIME = RunPhrases.LISTS.names("ends of simulated time");
  private static final Set<String> SIMULATED_TIME = RunPhrases.LISTS.names("simulated time");
  private static final List<String> TIME_STEPS = RunPhrases.LISTS.phrases("time steps");
  private static final Set<String> BOUNDS_ALONE = RunPhrases.LISTS.names("bounds alone");
  private static final List<String> LONG_BOUNDS = RunPhrases.LISTS.phrases("long bounds");
  private static final Set<String> LABELS_OF_STEPS = RunPhrases.LISTS.names("labels of steps");
  private static final Set<String> BEHIND_EPOCH = RunPhrases.LISTS.names("behind an epoch");
  private static final Set<String> DONE_WITH = RunPhrases.LISTS.names("done with");
  private static final Set<String> BATCHES = RunPhrases.LISTS.names("batches");

  /** Words before a number that rises because it lists things. */
  private static final Set<String> LISTED = RunPhrases.LISTS.names("listed");

  private static final Set<String> IN_BULK = RunPhrases.LISTS.names("listed in bulk");

  /** A number at which a count of what is listed ends is at least this, if it counts the work. */
  private static final int BULK = 100;

  /** Words before a number that make it a setting, a duration or a rate. */
  private static final Set<String> NO_COUNT = RunPhrases.LISTS.names("no count");

  private static final Set<String> CHINESE_STEP = RunPhrases.LISTS.names("chinese step");
  private static final Set<String> CHINESE_EPOCH = RunPhrases.LISTS.names("chinese epoch");
  private static final Set<String> CHINESE_STEPS_IN_ALL =
      RunPhrases.LISTS.names("chinese steps in all");
  private static final Set<String> CHINESE_EPOCHS_IN_ALL =
      RunPhrases.LISTS.names("chinese epochs in all");
  private static final Set<String> CHINESE_BATCH = RunPhrases.LISTS.names("chinese batch");
  private static final Set<String> CHINESE_LOSS = RunPhrases.LISTS.names("chinese loss");
  private static final Set<String> CHINESE_ORDINAL = RunPhrases.LISTS.names("chinese ordinal");
  private static final Set<String> CHINESE_TOTAL = RunPhrases.LISTS.names("chinese total");

  /** Words in the label of a bar that counts the run; loading, downloading and others do not. */
  private static final Set<String> LABELS = RunPhrases.LISTS.names("labels of bars");

  /** Words in the label of a bar that counts requests: vLLM's {@code Processed prompts:}. */
  private static final Set<String> REQUESTS = RunPhrases.LISTS.names("bars of requests");

  private static final Set<String> OTHER_WORK = RunPhrases.LISTS.names("bars of other work");
  private static final Set<String> PREPARING = RunPhrases.LISTS.names("preparing requests");

  private static final Set<String> RATES = RunPhrases.LISTS.names("units of rates");
  private static final Set<String> RATE_NAMES = RunPhrases.LISTS.names("ends of names of rates");
  private static final Set<String> OTHER_LOSSES = RunPhrases.LISTS.names("before other losses");

  /**
   * Reads a line of which {@code numbers} holds the numbers.
   *
   * @param above the line above it
   * @param heading the latest heading of a table of steps
   */
  static NumberRoles of(
      String line, int offset, NumberedLine numbers, String above, String heading) {
    int column = columnOfSteps(line, offset, numbers, above);
    if (column < 0 && isRow(cellsOf(line, false))) {
      column = columnOfSteps(line, offset, numbers, heading);
    }
    Builder roles = new Builder(line, offset, numbers, column);
    for (int i = 0; i < numbers.count(); i++) {
      roles.readNumber(i);
    }
    return roles.build();
  }

  /**
   * Which number of the row of a table counts steps, by the heading above it; -1 if none does.
   * GROMACS and LAMMPS: {@code Step Time} above {@code 340000 680.00000}; NAMD: {@code ETITLE: TS
   * BOND} above {@code ENERGY: 100 12.5}; OpenMM: {@code #"Progress (%)","Step"} above {@code
   * "20.0%",5000}; SWIFT: {@code # Step Time Wall-clock time [ms]} above {@code 250 6.2e-03 410.2}.
   */
  private static int columnOfSteps(String line, int offset, NumberedLine numbers, String above) {
    boolean commas = above.indexOf(',') > 0;
    String[] names = cellsOf(above.startsWith("# ") ? above.substring(2) : above, commas);
    String[] cells = cellsOf(line, commas);
    boolean wordy =
        names.length > cells.length
            && cells.length > 2
            && isHeadingOfSteps(names[0])
            && isRow(cells);
    if (names.length < 2 || names.length != cells.length && !wordy) {
      return -1;
    }
    int column = 0;
    while (column < names.length && !isHeadingOfSteps(names[column])) {
      column++;
    }
    boolean labelled = names[0].endsWith(":") && cells[0].endsWith(":");
    if (column == names.length || !commas && column != (labelled ? 1 : 0)) {
      return -1;
    }
    int at = 0;
    for (int i = 0; i < column; i++) {
      at = line.indexOf(cells[i], at) + cells[i].length();
    }
    int from = line.indexOf(cells[column], at) + offset;
    int to = from + cells[column].length();
    return IntStream.range(0, numbers.count())
        .filter(i -> numbers.start(i) == from && numbers.end(i) == to)
        .findFirst()
        .orElse(-1);
  }

  /** Whether a line is the heading of a table whose first column counts steps. */
  static boolean isHeading(String line) {
    String[] names = cellsOf(line.startsWith("# ") ? line.substring(2) : line, false);
    return names.length > 2
        && isHeadingOfSteps(names[0])
        && line.chars().noneMatch(Character::isDigit);
  }

  private static boolean isRow(String[] cells) {
    return cells.length > 2
        && Arrays.stream(cells).allMatch(cell -> Character.isDigit(cell.charAt(cell.length() - 1)));
  }

  private static boolean isHeadingOfSteps(String name) {
    return STEP_HEADINGS.contains(name.toLowerCase(Locale.ROOT).replace("\"", "").replace("#", ""));
  }

  private static String[] cellsOf(String row, boolean commas) {
    return Collections.list(new StringTokenizer(row, commas ? "," : " \t")).toArray(String[]::new);
  }

  int count(Unit unit) {
    return counts[unit.ordinal()];
  }

  /** Whether the line also states a measured value. */
  boolean measures() {
    return loss >= 0 || gradNorm >= 0 || throughput >= 0;
  }

  private static final class Builder {
    private final String line;
    private final int offset;
    private final NumberedLine numbers;

    /** The number in the column of a table that counts steps, -1 if there is none. */
    private final int column;

    private final int[] counts = new int[Unit.values().length];
    private final int[] totals = new int[Unit.values().length];
    private final int[] bounds = new int[Unit.values().length];
    private int statedTotal = -1;
    private long listed;
    private long done;
    private int loss = -1;
    private int gradNorm = -1;
    private int throughput = -1;

    Builder(String line, int offset, NumberedLine numbers, int column) {
      this.line = line;
      this.offset = offset;
      this.numbers = numbers;
      this.column = column;
      Arrays.fill(counts, -1);
      Arrays.fill(totals, -1);
      Arrays.fill(bounds, -1);
    }

    NumberRoles build() {
      int steps = Unit.STEP.ordinal();
      // "current_steps": 10, "total_steps": 300
      if (counts[steps] >= 0 && totals[steps] < 0) {
        totals[steps] = statedTotal;
      }
      return new NumberRoles(counts, totals, bounds, listed, done, loss, gradNorm, throughput);
    }

    void readNumber(int i) {
      int from = numbers.start(i) - offset;
      int to = numbers.end(i) - offset;
      int key0 = from;
      while (key0 > 0 && line.charAt(key0 - 1) == ' ') {
        key0--;
      }
      // CP2K aligns its values far from their names.
      String before = toText(line.substring(Math.max(0, key0 - MAX_KEY), from));
      String after = toText(line.substring(to, Math.min(line.length(), to + MAX_KEY)));
      String[] words = lastWords(isCell(before, after) ? before.strip().replace("|", "") : before);
      String key = String.join(" ", words);
      String last = words.length == 0 ? "" : words[words.length - 1];
      if (LISTED.contains(last) && !isBulk(i, last)
          || last.isEmpty() && before.isBlank() && after.isBlank()) {
        listed |= 1L << i;
      }
      String[] behind = tokens(after.toLowerCase(Locale.ROOT));
      if (behind.length > 1 && after.startsWith(" ") && DONE_WITH.contains(behind[1])) {
        // 8112 latents done
        done |= 1L << i;
      }
      if (after.startsWith("%")) {
        return;
      }
      // grad_norm 1.20 tokens/s 17500: the name in front decides.
      if (key.contains("grad") && key.contains("norm") || key.endsWith("gnorm")) {
        gradNorm = gradNorm < 0 ? i : gradNorm;
      } else if (isLoss(words)) {
        loss = loss < 0 ? i : loss;
      } else if (isRate(after, words.length > 0) || RATE_NAMES.stream().anyMatch(key::endsWith)) {
        throughput = throughput < 0 ? i : throughput;
      } else {
        Unit unit = unitOf(i, words, before, after);
        if (unit != null && counts[unit.ordinal()] < 0) {
          counts[unit.ordinal()] = i;
          totals[unit.ordinal()] = hasTotal(i) ? i + 1 : -1;
        }
      }
    }

    /** The value of {@code | total_timesteps | 38912 |}. */
    private boolean isCell(String before, String after) {
      return before.stripTrailing().endsWith("|")
          && after.strip().equals("|")
          && line.strip().startsWith("|");
    }

    /** {@code 100/3000}, {@code 100 / 3000}, {@code 3 of 10}, and the like in Chinese. */
    private boolean hasTotal(int i) {
      if (i + 1 >= numbers.count()) {
        return false;
      }
      int end = numbers.end(i + 1) - offset;
      String between =
          toText(line.substring(numbers.end(i) - offset, numbers.start(i + 1) - offset)).strip();
      boolean date = end < line.length() && line.charAt(end) == '/';
      boolean slash = between.startsWith("/") && between.length() == 1;
      return !date
          && (slash || between.equals("of") || CHINESE_TOTAL.stream().anyMatch(between::endsWith));
    }

    private @Nullable Unit unitOf(int i, String[] words, String before, String after) {
      boolean total = hasTotal(i);
      if (total
          && (before.stripTrailing().endsWith("|") && percentBefore(i) || isMeter(i, before))) {
        return unitOfBar();
      }
      Unit named = unitByName(i, words, before, after);
      if (named != null) {
        return named;
      }
      // Keras: 100/1875 [====>.....] - ETA: 5s - loss: 0.3; 120/500 ━━━━ 9s 24ms/step;
      // 391/391 - 12s - loss: 0.3; Epoch: [2] [ 310/5004]
      boolean bar = after.contains("[") || after.contains("━") || total && isTime(i + 1);
      boolean keras = total && before.isBlank() && bar;
      boolean within = total && words.length == 0 && counts[Unit.EPOCH.ordinal()] >= 0;
      if (keras || within) {
        return Unit.BATCH;
      }
      if (!total) {
        return null;
      }
      if (before.isBlank() && percentBehind(i) || isPair(i, before)) {
        // 2/100      10.1G      1.101 … 640: 100%|███| 500/500; [3/25][50/1583] Loss_D: 0.5
        return Unit.EPOCH;
      }
      return isCounted(i, words) ? unitBehind(i + 1) : null;
    }

    /** {@code 45% 4512/10000 [03:11<03:52, 23.6file/s]}: tqdm without a bar. */
    private boolean isMeter(int i, String before) {
      int end = numbers.end(i + 1) - offset;
      return before.endsWith("% ") && line.startsWith(" [", end) && line.indexOf('<', end) > 0;
    }

    /** {@code - 12s - loss: 0.3} behind Keras' number of batches. */
    private boolean isTime(int total) {
      int from = numbers.end(total) - offset;
      int end = line.indexOf("s - ", from);
      return end > from + 3
          && line.startsWith(" - ", from)
          && Character.isDigit(line.charAt(end - 1));
    }

    /** {@code processed 20480 of 1000000 samples}, {@code 1/20epoch started}. */
    private @Nullable Unit unitBehind(int total) {
      String after =
          toText(line.substring(numbers.end(total) - offset)).strip().toLowerCase(Locale.ROOT);
      String[] words = tokens(after);
      if (words.length > 0 && NO_WORK.contains(words[0])) {
        return null;
      }
      return COUNTED_SAMPLES.stream().anyMatch(after::startsWith)
          ? Unit.SAMPLE
          : EPOCHS.stream().anyMatch(after::startsWith)
                  || CHINESE_EPOCH.stream().anyMatch(after::startsWith)
              ? Unit.EPOCH
              : CHINESE_STEP.stream().anyMatch(after::startsWith) || isOfSteps(words, after)
                  ? Unit.STEP
                  : Unit.COUNT;
    }

    /** {@code 5 of 6 steps (83%) done} of Snakemake, {@code 30 of 500 boosting rounds}. */
    private static boolean isOfSteps(String[] words, String after) {
      return words.length > 0 && (STEP_LISTS.contains(words[0]) || STEPS.contains(words[0]))
          || words.length > 1
              && STEP_LISTS.contains(words[1])
              && after.startsWith(words[0] + " " + words[1]);
    }

    private boolean isCounted(int i, String[] words) {
      // pcieport 0000:64:00.0:   device [8086:347a] error status/mask=00001000/00002000
      if (line.charAt(numbers.start(i + 1) - offset) == '0') {
        return false;
      }
      if (words.length == 0) {
        return followedByWord(i + 1) || isInBrackets(i);
      }
      String last = words[words.length - 1];
      // [Eval batch=4/8]
      return Arrays.stream(words).noneMatch(OTHER_LOSSES::contains)
          && (!LISTED.contains(last) || isBulk(i, last));
    }

    /** {@code sealed shard 424 of 2048}. */
    private boolean isBulk(int i, String word) {
      return IN_BULK.contains(word) && hasTotal(i) && numbers.value(i + 1) >= BULK;
    }

    private @Nullable Unit unitByName(int i, String[] words, String before, String after) {
      if (i == column) {
        return Unit.STEP;
      }
      // 'global_step/max_steps': '5500/10000' of ms-swift
      if (hasTotal(i) && String.join(" ", words).endsWith("step max steps")) {
        return Unit.STEP;
      }
      if (words.length == 0) {
        String next = after.strip();
        if (before.isBlank() && next.startsWith("steps,") && bounds[Unit.STEP.ordinal()] < 0) {
          // 500000 steps,   1000.0 ps.
          bounds[Unit.STEP.ordinal()] = i;
          return null;
        }
        if (before.isBlank()
            && BEHIND_STEP.stream().anyMatch(next.toLowerCase(Locale.ROOT)::startsWith)) {
          return Unit.STEP;
        }
        if (before.equals("[") && after.startsWith("]\t")
            || before.endsWith("] [") && SETTING.matcher(after).lookingAt()) {
          // [25]	validation_0-logloss:0.62421 of XGBoost and LightGBM;
          // I0503 10:01:22.114 701 logging_writer.py:48] [400] learning_rate=0.001, loss=2.1 of CLU
          return Unit.STEP;
        }
        if (before.isBlank() && after.startsWith(": ") && line.contains(" avg loss, ")) {
          // Darknet:  998: 3.118205, 3.402190 avg loss, 0.001000 rate, …
          return Unit.STEP;
        }
        return chineseUnit(next);
      }
      String last = words[words.length - 1];
      if (CHINESE_ORDINAL.contains(last)) {
        return chineseUnit(after.strip());
      }
      Unit stated = CHINESE_TOTAL.contains(last) ? chineseUnit(after.strip()) : boundOf(last);
      if (stated != null) {
        bounds[stated.ordinal()] = i;
        return null;
      }
      String lastTwo = words.length < 2 ? last : words[words.length - 2] + " " + last;
      boolean whole =
          line.substring(numbers.start(i) - offset, numbers.end(i) - offset).indexOf('.') < 0;
      if (STEPS.contains(lastTwo) && whole || isLabelOfSteps(words, before, after, whole)) {
        return Unit.STEP;
      }
      if (words.length > 1
          && hasTotal(i)
          && BEHIND_EPOCH.contains(last)
          && EPOCHS.contains(words[words.length - 2])) {
        return Unit.EPOCH;
      }
      if (SAMPLES.contains(lastTwo)) {
        return Unit.SAMPLE;
      }
      noteBound(i, words, last);
      noteLengthOfRun(i, words, last, before, after);
      if (ENDS_OF_TIME.contains(lastTwo) || ENDS_OF_TIME.contains(last)) {
        bounds[Unit.COUNT.ordinal()] = i;
        return null;
      }
      if (words.length == 1 && SIMULATED_TIME.contains(last) && isSimulated(before, after)) {
        return Unit.COUNT;
      }
      if (TRIALS.contains(last) && whole) {
        // [I 2024-11-11 08:04:51,010] Trial 3 finished with value: 0.7214 and parameters: …
        return Unit.COUNT;
      }
      if (lastTwo.equals("train") && whole && after.startsWith(" [") && hasTotal(i + 1)) {
        // Train: 0 [ 400/1251 ( 32%)]  Loss: 6.900 of timm
        return Unit.EPOCH;
      }
      boolean listOfSteps = STEP_LISTS.contains(last) && before.stripTrailing().endsWith(":");
      if (Arrays.stream(words).limit(words.length - 1L).anyMatch(NO_COUNT::contains)) {
        statedTotal = listOfSteps && lastTwo.startsWith("total") ? i : statedTotal;
        return null;
      }
      // No "*** STEP 91233.0 ON cn040 CANCELLED" of Slurm.
      if ((STEPS.contains(last) || endsWith(last, CHINESE_STEP) || listOfSteps) && whole) {
        return Unit.STEP;
      }
      if (EPOCHS.contains(last) || endsWith(last, CHINESE_EPOCH)) {
        return Unit.EPOCH;
      }
      boolean batch = BATCHES.contains(last) || endsWith(last, CHINESE_BATCH);
      return batch && whole ? Unit.BATCH : null;
    }

    /** The unit of which a name states the number. */
    private static @Nullable Unit boundOf(String name) {
      return CHINESE_STEPS_IN_ALL.contains(name)
          ? Unit.STEP
          : CHINESE_EPOCHS_IN_ALL.contains(name) ? Unit.EPOCH : null;
    }

    /** The unit behind a number. */
    private static @Nullable Unit chineseUnit(String behind) {
      return CHINESE_STEP.stream().anyMatch(behind::startsWith)
          ? Unit.STEP
          : CHINESE_EPOCH.stream().anyMatch(behind::startsWith) ? Unit.EPOCH : null;
    }

    /** {@code TIMING: 110000 CPU: 2011.4, …} of NAMD, at the beginning of the line. */
    private boolean isLabelOfSteps(String[] words, String before, String after, boolean whole) {
      return words.length == 1
          && whole
          && LABELS_OF_STEPS.contains(words[0])
          && before.strip().equalsIgnoreCase(words[0] + ":")
          && after.startsWith("  ");
    }

    /** {@code total steps 600}, {@code Num Epochs = 3}, {@code Scheduled epochs: 300}. */
    private void noteBound(int i, String[] words, String last) {
      boolean alone =
          BOUNDS_ALONE.contains(last)
              || words.length == 1 && last.equals("epochs")
              || words.length > 1 && BOUNDS_ALONE.contains(words[words.length - 2] + " " + last);
      boolean numberOf = LONG_BOUNDS.stream().anyMatch(String.join(" ", words)::endsWith);
      if (alone || numberOf || words.length > 1 && BOUNDS.contains(words[words.length - 2])) {
        Unit unit =
            STEP_LISTS.contains(last) || STEPS.contains(last) || alone && !last.endsWith("epochs")
                ? Unit.STEP
                : last.endsWith("epochs") ? Unit.EPOCH : null;
        if (unit != null && bounds[unit.ordinal()] < 0) {
          bounds[unit.ordinal()] = i;
        }
      }
    }

    /** {@code run 100000} of LAMMPS, alone in its line; {@code training for 3000 steps}. */
    private void noteLengthOfRun(int i, String[] words, String last, String before, String after) {
      String unit = after.strip().toLowerCase(Locale.ROOT);
      boolean requested = REQUESTED.stream().anyMatch(unit::startsWith);
      boolean alone = unit.isEmpty() && before.strip().length() == last.length();
      boolean told =
          last.equals("for")
              ? words.length > 1 && RUNS.contains(words[words.length - 2])
              : words.length == 1
                  && RUNS.contains(last)
                  && (alone || requested)
                  && numbers.value(i) >= BULK;
      if (told) {
        int at = unit.startsWith("epoch") ? Unit.EPOCH.ordinal() : Unit.STEP.ordinal();
        boolean steps =
            unit.isEmpty() || requested || STEP_LISTS.stream().anyMatch(unit::startsWith);
        if ((steps || at == Unit.EPOCH.ordinal()) && bounds[at] < 0) {
          bounds[at] = i;
        }
      }
    }

    /** {@code Time = 0.35} of OpenFOAM, alone in its line; {@code t = 12.5 h dt = 4.0 s}. */
    private boolean isSimulated(String before, String after) {
      String text = line.toLowerCase(Locale.ROOT);
      return before.strip().endsWith("=")
              && (after.isBlank() || after.strip().equals("s"))
              && before.strip().length() <= "time =".length()
          || TIME_STEPS.stream().anyMatch(word -> text.contains(" " + word + " "));
    }

    private boolean isPair(int i, String before) {
      int end = numbers.end(i + 1) - offset;
      return before.equals("[") && line.startsWith("][", end);
    }

    /**
     * {@code Finished task 7.0 in stage 2.0 (TID 9) in 20 ms on n1 (executor 4) (120/480)}; {@code
     * [ 42/ 96] a.mov -> a.mp4}, which no rank is.
     */
    private boolean isInBrackets(int i) {
      int from = numbers.start(i) - offset;
      int to = numbers.end(i + 1) - offset;
      boolean aligned = line.substring(from, to).indexOf(' ') > 0 || line.startsWith("[ ");
      return line.startsWith("(", from - 1) && line.startsWith(")", to)
          || line.startsWith("[")
              && line.substring(1, from).isBlank()
              && line.startsWith("] ", to)
              && (aligned || numbers.value(i + 1) >= BULK);
    }

    /** {@code 250/3000 images}. */
    private boolean followedByWord(int i) {
      String after = line.substring(numbers.end(i) - offset).stripLeading();
      return !after.isEmpty() && Character.isLetter(after.charAt(0));
    }

    private boolean percentBehind(int i) {
      int from = numbers.end(i) - offset;
      return line.indexOf("%|", from) >= 0 || toText(line.substring(from)).contains("% ━");
    }

    /** A bar stands between a percentage and the number: {@code 12%|█▏ | 120/1000}. */
    private boolean percentBefore(int i) {
      return line.lastIndexOf('%', numbers.start(i) - offset) >= 0;
    }

    /** {@code 12%|█▏ | 120/1000 [00:10<01:10, 12.1it/s]}; a label stands before the per cent. */
    private @Nullable Unit unitOfBar() {
      int percent = line.indexOf('%');
      String label = percent < 0 ? "" : line.substring(0, percent).toLowerCase(Locale.ROOT);
      if (label.startsWith("(")) {
        // (main_task pid=48211) Training Progress:   3%|
        label = label.substring(label.indexOf(')') + 1);
      }
      boolean epoch = false;
      List<String> words = List.of(tokens(label));
      // Running loglikelihood requests: 34%|███▍ | 5441/16041
      if (words.stream().anyMatch(REQUESTS::contains)) {
        return words.stream().anyMatch(PREPARING::contains) ? null : Unit.REQUEST;
      }
      if (!words.isEmpty() && OTHER_WORK.contains(words.getFirst())) {
        return Unit.COUNT;
      }
      if (label.startsWith("epoch ") && label.contains(": :")) {
        // Epoch 0: :  31%|███ | 3100/10000 of NeMo counts steps
        return Unit.STEP;
      }
      for (String word : words) {
        if (!LABELS.contains(word)) {
          return null;
        }
        epoch |= word.equals("epoch");
      }
      if (!epoch) {
        return Unit.STEP;
      }
      // "Epoch 3: 40%" counts batches of the epoch, "Train epoch: 40%" counts epochs.
      String number = label.substring(label.lastIndexOf("epoch"));
      int colon = number.indexOf(':');
      return number
              .substring(0, colon < 0 ? number.length() : colon)
              .chars()
              .anyMatch(Character::isDigit)
          ? Unit.BATCH
          : Unit.EPOCH;
    }
  }

  /** The text of a part of a line that was decoded with one character for each byte. */
  private static String toText(String part) {
    return new String(part.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  /** Whether a word is one of a list, or a compound with one of two characters. */
  private static boolean endsWith(String word, Set<String> list) {
    return list.stream()
        .anyMatch(end -> word.equals(end) || end.length() > 1 && word.endsWith(end));
  }

  /**
   * Whether a unit of rates follows a number: {@code 12.1it/s}, {@code 3.2 samples/sec}. In {@code
   * lr 3.0e-04 tokens/s 17500} it is the name of the next number.
   */
  private static boolean isRate(String after, boolean named) {
    String text = after.stripLeading().toLowerCase(Locale.ROOT);
    return RATES.stream()
        .filter(text::startsWith)
        .map(rate -> text.substring(rate.length()).stripLeading())
        .anyMatch(rest -> !named || rest.isEmpty() || !Character.isDigit(rest.charAt(0)));
  }

  /**
   * {@code 'loss': 1.2}, {@code lm loss: 1.2}, {@code train_loss=0.5}, but no {@code loss scale}.
   */
  private static boolean isLoss(String[] words) {
    if (words.length == 0) {
      return false;
    }
    String last = words[words.length - 1];
    String before = words.length == 1 ? "" : words[words.length - 2];
    return CHINESE_LOSS.contains(last) || last.equals("loss") && !OTHER_LOSSES.contains(before);
  }

  /** The words of the last phrase of a text, in lower case; separators of phrases end it. */
  private static String[] lastWords(String text) {
    int to = text.length();
    // What stands between the name and the number: blanks, quotes, brackets and a sign.
    while (to > 0 && !Character.isLetter(text.charAt(to - 1))) {
      char c = text.charAt(to - 1);
      int open = c == ')' ? text.lastIndexOf('(', to - 1) : -1;
      if (open > 0 && text.substring(open + 1, to - 1).chars().allMatch(Character::isLetter)) {
        // Epoch(train) [1][50/100]
        to = open;
        continue;
      }
      if (",;|})".indexOf(c) >= 0 || Character.isDigit(c)) {
        return new String[0];
      }
      to--;
    }
    int from = to;
    while (from > 0) {
      char c = text.charAt(from - 1);
      if (!Character.isLetter(c) && " _-/.".indexOf(c) < 0) {
        break;
      }
      from--;
    }
    return tokens(text.substring(from, to).toLowerCase(Locale.ROOT));
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
