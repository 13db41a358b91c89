package dev.faultbook.failure;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Builds the log of a job with several ranks as its launcher writes it. In the text that a test
 * adds, {@value #MARK} marks the line of the original failure.
 */
public final class JobOf {
  static final String MARK = "«";

  private final IntFunction<String> prefix;
  private final int ranks;
  private final List<String> lines = new ArrayList<>();
  private long markedLine;
  private int step;

  JobOf(int ranks, IntFunction<String> prefix) {
    this.ranks = ranks;
    this.prefix = prefix;
  }

  /** With the prefix {@code [rank3]: } of torchrun since PyTorch 2.3. */
  static JobOf torchrun(int ranks) {
    return new JobOf(ranks, rank -> "[rank" + rank + "]: ");
  }

  /** With the prefix {@code [default3]:} of {@code torchrun --tee 3}. */
  static JobOf teed(int ranks) {
    return new JobOf(ranks, rank -> "[default" + rank + "]:");
  }

  /** With the prefix {@code 3: } of {@code srun --label}. */
  static JobOf srun(int ranks) {
    return new JobOf(ranks, rank -> rank + ": ");
  }

  /** With the prefix {@code [1,3]<stderr>:} of {@code mpirun --tag-output}. */
  static JobOf mpirun(int ranks) {
    return new JobOf(ranks, rank -> "[1," + rank + "]<stderr>:");
  }

  /** With the prefix {@code (RayTrainWorker pid=4003, ip=10.0.0.1) } of Ray. */
  static JobOf ray(int ranks) {
    return new JobOf(
        ranks,
        rank -> "(RayTrainWorker pid=" + (4000 + rank) + ", ip=10.0.0." + (1 + rank / 8) + ") ");
  }

  /** Without prefixes, so that nothing identifies the rank of a line. */
  static JobOf unlabelled(int ranks) {
    return new JobOf(ranks, rank -> "");
  }

  /** Adds lines of one rank. */
  JobOf says(int rank, String block) {
    block.lines().forEach(line -> add(prefix.apply(rank), line, rank));
    return this;
  }

  /** Adds the same lines for all ranks but one, interleaved line by line. */
  JobOf others(int excluded, String block) {
    for (String line : block.lines().toList()) {
      for (int rank = 0; rank < ranks; rank++) {
        if (rank != excluded) {
          add(prefix.apply(rank), line, rank);
        }
      }
    }
    return this;
  }

  /** Adds the same lines for all ranks, interleaved line by line. */
  JobOf all(String block) {
    return others(-1, block);
  }

  /** Adds lines of the launcher, the scheduler or the shell, which have no prefix. */
  JobOf prints(String block) {
    block.lines().forEach(line -> add("", line, -1));
    return this;
  }

  /** Adds training steps of rank 0. */
  JobOf steps(int count) {
    for (int i = 0; i < count; i++) {
      step++;
      says(0, "step " + step + " loss 2." + (90 - step % 80) + " 412.3 samples/s");
    }
    return this;
  }

  /** TracebackMarks the first line that contains the text, unless a line is already marked. */
  JobOf markLine(String text) {
    for (int i = 0; i < lines.size() && markedLine == 0; i++) {
      markedLine = lines.get(i).contains(text) ? i + 1 : 0;
    }
    return this;
  }

  private void add(String before, String line, int rank) {
    String text = line.replace("$RANK", Integer.toString(rank));
    if (text.contains(MARK)) {
      text = text.replace(MARK, "");
      markedLine = markedLine == 0 ? lines.size() + 1 : markedLine;
    }
    lines.add(before + text);
  }

  public String log() {
    return String.join("\n", lines) + "\n";
  }

  /** Number of the marked line; 0 if no line is marked. */
  public long markedLine() {
    return markedLine;
  }
}
