package dev.faultbook.run;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a line says about a checkpoint.
 *
 * @param step the step that it names, or null
 * @param path the path that it names, or null
 * @param state how far writing is
 */
record CheckpointLine(@Nullable Double step, @Nullable String path, State state) {
  /** How far writing is. */
  enum State {
    BEGUN,
    SCHEDULED,
    COMPLETE
  }

  private static final List<String> FAILED = RunPhrases.LISTS.phrases("checkpoint failed");
  private static final List<String> LOST = RunPhrases.LISTS.phrases("checkpoint lost");
  private static final List<String> DONE = RunPhrases.LISTS.phrases("checkpoint done");

  private static final List<String> BEGUN = RunPhrases.LISTS.phrases("checkpoint begun");

  private static final List<String> NOUNS = RunPhrases.LISTS.phrases("nouns of checkpoints");
  private static final List<String> WEAK = RunPhrases.LISTS.phrases("weak words of checkpoints");

  /** One of these alone tells of a checkpoint. */
  private static final List<String> STRONG =
      RunPhrases.LISTS.phrases("checkpoint").stream()
          .filter(phrase -> !WEAK.contains(phrase))
          .toList();

  private static final List<String> FILES = RunPhrases.LISTS.phrases("files of checkpoints");
  private static final List<String> RESUMED = RunPhrases.LISTS.phrases("resumed");

  /** Texts in front of the step that a name or a sentence states. */
  private static final List<String> BEFORE_STEP = RunPhrases.LISTS.phrases("before a step");

  /** MindSpore's names have the epoch and the step within it: {@code net-3_625.ckpt}. */
  private static final Pattern EPOCH_AND_STEP = Pattern.compile("-(\\d{1,9})_\\d{1,9}\\.ckpt\\b");

  private static final Pattern FOLDER_OF_STEP = Pattern.compile("/(\\d{1,9})$");

  /**
   * Reads a line that contains a phrase of checkpoints; null if it does not tell of writing one.
   */
  static @Nullable CheckpointLine of(String line) {
    String text = line.toLowerCase(Locale.ROOT);
    State state = stateOf(text);
    if (state == null) {
      return null;
    }
    Double step = stepIn(text);
    String path = pathIn(line, step);
    if (step == null && path != null) {
      // Finished saving checkpoint (finalized tmp dir) to `/out/fit/4000`
      Matcher folder = FOLDER_OF_STEP.matcher(path);
      step = folder.find() ? Double.valueOf(folder.group(1)) : null;
    }
    boolean told =
        STRONG.stream().anyMatch(text::contains)
            || WEAK.stream().noneMatch(text::contains)
            || NOUNS.stream().anyMatch(text::contains)
            || path != null && isOfRun(path, step);
    return told ? new CheckpointLine(step, path, state) : null;
  }

  /** The checkpoint that a line about the end of a run names with its step; null if none. */
  static @Nullable CheckpointLine savedAtEnd(String line) {
    CheckpointLine found = of(line);
    return found != null
            && found.state == State.COMPLETE
            && found.step != null
            && NOUNS.stream().anyMatch(line.toLowerCase(Locale.ROOT)::contains)
        ? found
        : null;
  }

  /** Whether a checkpoint that was begun is lost. */
  static boolean tellsOfFailure(String line) {
    String text = line.toLowerCase(Locale.ROOT);
    return LOST.stream().anyMatch(text::contains);
  }

  /** {@code /out/e3.pt}, and {@code gs://runs/7/400} for the step 400. */
  private static boolean isOfRun(String path, @Nullable Double step) {
    return FILES.stream().anyMatch(path::endsWith)
        || step != null && path.endsWith(Long.toString(step.longValue()));
  }

  /** The checkpoint from which a run goes on; null if a line names none. */
  static @Nullable CheckpointLine resumedFrom(String line) {
    String text = line.toLowerCase(Locale.ROOT);
    if (RESUMED.stream().noneMatch(text::contains) || FAILED.stream().anyMatch(text::contains)) {
      return null;
    }
    Double step = stepIn(text);
    String path = pathIn(line, step);
    // What a run begins with is loaded, too; it is a checkpoint of none of its steps.
    return path == null || step == null && text.contains("loaded")
        ? null
        : new CheckpointLine(step, path, State.COMPLETE);
  }

  private static @Nullable State stateOf(String text) {
    if (FAILED.stream().anyMatch(text::contains)) {
      return null;
    }
    // [before the start of epoch 3] scheduled an async checkpoint save at iteration    1000
    if (text.contains("schedul") || text.contains("async") && !isDone(text)) {
      return State.SCHEDULED;
    }
    if (isDone(text)) {
      return State.COMPLETE;
    }
    return BEGUN.stream().anyMatch(text::contains) ? State.BEGUN : null;
  }

  /** {@code successfully saved checkpoint from iteration 1000}, {@code Finished saving the …}. */
  private static boolean isDone(String text) {
    return DONE.stream().anyMatch(text::contains);
  }

  private static @Nullable Double stepIn(String text) {
    for (String before : BEFORE_STEP) {
      int at = text.indexOf(before);
      while (at >= 0) {
        int from = at + before.length();
        while (from < text.length() && " :=#".indexOf(text.charAt(from)) >= 0) {
          from++;
        }
        int to = from;
        while (to < text.length() && text.charAt(to) >= '0' && text.charAt(to) <= '9') {
          to++;
        }
        if (to > from && to - from <= 12) {
          return (double) Long.parseLong(text.substring(from, to));
        }
        at = text.indexOf(before, at + 1);
      }
    }
    Matcher epoch = EPOCH_AND_STEP.matcher(text);
    return epoch.find() ? Double.valueOf(epoch.group(1)) : null;
  }

  /** The first word with a slash between letters, without the signs around it. */
  private static @Nullable String pathIn(String line, @Nullable Double step) {
    for (int at = line.indexOf('/'); at >= 0; at = line.indexOf('/', at + 1)) {
      int from = at;
      while (from > 0 && isPathCharacter(line.charAt(from - 1))) {
        from--;
      }
      int to = at;
      while (to < line.length() && isPathCharacter(line.charAt(to))) {
        to++;
      }
      while (to > from && ".,:;".indexOf(line.charAt(to - 1)) >= 0) {
        to--;
      }
      String path = line.substring(from, to);
      // [node1:0/2] is how ESPnet names a process.
      boolean number =
          path.substring(path.indexOf(':') + 1)
              .chars()
              .allMatch(c -> c == '/' || Character.isDigit(c));
      // transformers/trainer.py:3812 is where the line was logged.
      boolean rate = path.endsWith("/s");
      if (path.length() > 2 && !number && !rate && !path.contains(".py")) {
        return folderOfStep(path, step);
      }
      at = Math.max(at, to);
    }
    return null;
  }

  /** {@code /out/checkpoint-500} of {@code /out/checkpoint-500/model.safetensors}. */
  private static String folderOfStep(String path, @Nullable Double step) {
    int file = path.lastIndexOf('/');
    int folder = path.lastIndexOf('/', file - 1);
    boolean numbered =
        folder >= 0
            && file > folder
            && Character.isDigit(path.charAt(file - 1))
            && (step == null || path.substring(0, file).endsWith(Long.toString(step.longValue())))
            && path.indexOf('.', file) > 0;
    return numbered ? path.substring(0, file) : path;
  }

  private static boolean isPathCharacter(char c) {
    return Character.isLetterOrDigit(c) || "/._-=+~@:".indexOf(c) >= 0;
  }
}
