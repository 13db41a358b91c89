package dev.faultbook.diagnosis;

import dev.faultbook.hang.HangReader;
import dev.faultbook.log.Chunk;
import dev.faultbook.log.ChunkLines;
import dev.faultbook.log.ChunkLines.Need;
import dev.faultbook.log.GapMark;
import dev.faultbook.log.Lines;
import dev.faultbook.log.LogFiles;
import dev.faultbook.log.LogReader;
import dev.faultbook.log.LogSource;
import dev.faultbook.run.Run;
import dev.faultbook.run.RunLog;
import dev.faultbook.stream.LogStreams;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a log that can matter to its diagnosis, in order: those that a reader needs and what
 * stands around them, the ends of every stream, and of lines that repeat the first and the last
 * ones. The log is read several times, in memory that its number of lines hardly changes.
 */
public final class Excerpt {
  private static final int AROUND = 3;

  /** Most lines of what a needed line begins, such as a stack or a table. */
  private static final int BLOCK = 60;

  /** A stream that goes on for 150 lines has survived a complaint. */
  private static final int AFTER_FAILURE = 160;

  /** Needed lines of one stream that differ in numbers only are kept at both ends. */
  private static final int ALIKE = 16;

  /** Lines that nobody needs and that repeat as often may count steps. */
  private static final int REPEATED = 8;

  /** From so many on, lines prove that a number without a name counts. */
  private static final int COUNTED = 5;

  /** More of the stream that shows how far the run came: it is the one that counts most often. */
  private static final int COUNTED_BY_MAIN = 64;

  private static final int STREAM_ENDS = 3;
  private static final int FILE_START = 20;
  private static final int FILE_END = 40;
  private static final int MAX_SHAPES = 1 << 16;

  /** A smaller gap is not worth its mark. */
  private static final int MIN_GAP = 4;

  private static final int READ = ~(Need.UNWRAPPING.bit() | Need.PHRASES.bit());

  private final LogFiles files;
  private final BitSet kept = new BitSet();
  private final Map<Shape, Alike> shapes = new HashMap<>();
  private final Map<Integer, Written> streams = new HashMap<>();
  private final int main;
  private int file = -1;
  private boolean whole;

  private Excerpt(LogFiles files, Diagnosis diagnosis) {
    this.files = files;
    Run.Progress progress = diagnosis.failure().run().progress();
    this.main = progress == null ? -1 : progress.stream();
  }

  /** Lines of a stream that differ in their numbers only. */
  private record Shape(int stream, long text) {}

  /** The first and the last of some lines. */
  private static final class Ends {
    private final int[] first;
    private final int[] last;
    private int count;

    Ends(int first, int last) {
      this.first = new int[first];
      this.last = new int[last];
    }

    void add(int line) {
      if (count < first.length) {
        first[count] = line;
      } else if (last.length > 0) {
        last[(count - first.length) % last.length] = line;
      }
      count++;
    }

    IntStream lines() {
      int more = Math.clamp(count - first.length, 0, last.length);
      return IntStream.concat(
          IntStream.of(first).limit(Math.min(count, first.length)), IntStream.of(last).limit(more));
    }
  }

  private record Alike(Ends ends, boolean needed) {}

  /** What one stream wrote. */
  private static final class Written {
    final Ends ends = new Ends(STREAM_ENDS, STREAM_ENDS);

    /** Lines that may still belong to what a needed line began. */
    int open;

    @Nullable Ends afterFailure;
  }

  /**
   * Chooses the lines.
   *
   * @param files the files, which can be read again
   * @param diagnosis their diagnosis, whose lines are kept
   * @throws IOException if a file cannot be read
   */
  public static Excerpt of(LogFiles files, Diagnosis diagnosis) throws IOException {
    Excerpt excerpt = new Excerpt(files, diagnosis);
    LogStreams streams =
        new LogStreams(IntStream.range(0, files.count()).mapToObj(files::name).toList());
    Function<Chunk, ChunkLines> reader = diagnosis.knowledge().lineFilter().createReader();
    new LogReader()
        .readFiles(
            files,
            chunk -> {
              ChunkLines lines = reader.apply(chunk);
              streams.acceptLines(lines);
              excerpt.readChunk(lines, streams);
            });
    excerpt.keepEnds(diagnosis.sources());
    excerpt.keepCited(diagnosis);
    excerpt.closeSmallGaps();
    return excerpt;
  }

  private void readChunk(ChunkLines lines, LogStreams of) {
    Chunk chunk = lines.chunk();
    if (chunk.file() != file) {
      file = chunk.file();
      whole = HangReader.beginsJson(chunk);
    }
    for (int i = lines.first(); i < lines.count(); i++) {
      int line = Math.toIntExact(lines.number(i));
      if (whole) {
        kept.set(line);
        continue;
      }
      boolean blank = lines.to(i) - lines.from(i) <= 1;
      readLine(
          line, new Shape(of.streamOf(line), lines.shapes()[i]), lines.needs()[i] & READ, blank);
    }
  }

  private void readLine(int line, Shape shape, int needs, boolean blank) {
    Written stream = streams.computeIfAbsent(shape.stream(), id -> new Written());
    stream.ends.add(line);
    boolean needed = needs != 0;
    boolean repeated = isRepeated(line, shape, needed);
    if (stream.afterFailure != null) {
      stream.afterFailure.add(line);
    }
    if ((needs & Need.FAILURES.bit()) != 0) {
      stream.afterFailure = new Ends(AFTER_FAILURE, 0);
    }
    if (needed && !repeated) {
      keepAround(line);
      stream.open = BLOCK;
    } else if (stream.open > 0 && (needed || blank || !repeated)) {
      kept.set(line);
      stream.open--;
    } else {
      stream.open = 0;
    }
  }

  /** Whether enough lines of a shape came before. */
  private boolean isRepeated(int line, Shape shape, boolean needed) {
    Alike alike = shapes.get(shape);
    if (alike == null) {
      if (shapes.size() >= MAX_SHAPES) {
        return !needed;
      }
      int first = shape.stream() == main ? COUNTED_BY_MAIN : COUNTED;
      alike = new Alike(needed ? new Ends(0, ALIKE) : new Ends(first, 2), needed);
      shapes.put(shape, alike);
    }
    alike.ends().add(line);
    return alike.ends().count > ALIKE;
  }

  private void keepAround(long line) {
    int at = Math.toIntExact(line);
    kept.set(Math.max(0, at - AROUND), at + AROUND + 1);
  }

  private void keepEnds(List<LogSource> sources) {
    for (Alike alike : shapes.values()) {
      if (alike.needed()) {
        alike.ends().lines().forEach(this::keepAround);
      } else if (alike.ends().count > REPEATED) {
        alike.ends().lines().forEach(kept::set);
      }
    }
    for (Written stream : streams.values()) {
      stream.ends.lines().forEach(kept::set);
      if (stream.afterFailure != null) {
        stream.afterFailure.lines().forEach(kept::set);
      }
    }
    for (LogSource source : sources) {
      int first = Math.toIntExact(source.firstLine());
      int end = Math.toIntExact(source.firstLine() + source.lines());
      kept.set(first, Math.min(end, first + FILE_START));
      kept.set(Math.max(first, end - FILE_END), end);
    }
  }

  private void keepCited(Diagnosis diagnosis) {
    diagnosis.findings().stream()
        .flatMap(finding -> finding.evidence().stream())
        .forEach(evidence -> keepAround(evidence.line().line()));
    Run run = diagnosis.failure().run();
    RunLog log = run.log();
    for (Run.Progress progress : log.progress()) {
      keepAround(progress.first().line());
      keepAround(progress.last().line());
      progress.latestAdvances().forEach(this::keepAround);
      progress
          .fallsKept()
          .forEach(
              fall -> {
                keepAround(fall.fromLine());
                keepAround(fall.line());
              });
    }
    log.checkpoints().forEach(checkpoint -> keepAround(checkpoint.line()));
    log.marks().forEach(mark -> keepAround(mark.line()));
    run.attempts().forEach(attempt -> keepAround(attempt.endLine()));
  }

  private void closeSmallGaps() {
    int end = kept.nextSetBit(0);
    while (end >= 0) {
      int gap = kept.nextClearBit(end);
      end = kept.nextSetBit(gap);
      if (end >= 0 && end - gap < MIN_GAP) {
        kept.set(gap, end);
      }
    }
  }

  /**
   * The text. Of several files each begins with its name, as {@code tail} prints it.
   *
   * @throws IOException if a file cannot be read
   */
  public byte[] readText() throws IOException {
    Text text = new Text();
    new LogReader().readFiles(files, text::copyLines);
    return text.out.toByteArray();
  }

  private final class Text {
    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private int file = -1;
    private int next = 1;
    private boolean ended = true;

    void copyLines(Chunk chunk) {
      if (chunk.file() != file && files.count() > 1) {
        out.writeBytes(
            ((ended ? "" : "\n") + "==> " + files.name(chunk.file()) + " <==\n")
                .getBytes(StandardCharsets.UTF_8));
      }
      file = chunk.file();
      int line = Math.toIntExact(chunk.firstLine());
      for (int from = chunk.from(); from < chunk.to(); line++) {
        int end = Math.min(chunk.to(), Lines.lineEnd(chunk.bytes(), from, chunk.to()) + 1);
        if (kept.get(line)) {
          if (line > next) {
            out.writeBytes(GapMark.of(line - next, line - 1).getBytes(StandardCharsets.UTF_8));
          }
          out.write(chunk.bytes(), from, end - from);
          ended = chunk.bytes()[end - 1] == '\n';
          next = line + 1;
        }
        from = end;
      }
    }
  }

  /** What two diagnoses of the same log have in common, whatever the numbers of its lines. */
  public static List<String> answerOf(Diagnosis diagnosis) {
    List<String> answer = new ArrayList<>();
    answer.add(diagnosis.conclusion().tag());
    diagnosis.findings().forEach(found -> answer.add(found.entry().id() + " " + found.role()));
    Optional<Occurrence> failure = diagnosis.failure().occurrence();
    Run run = diagnosis.failure().run();
    Run.Progress progress = run.progress();
    Ranks.First first = diagnosis.ranks() == null ? null : diagnosis.ranks().first();
    Stream.of(
            failure.map(Occurrence::text),
            failure.map(Occurrence::rank),
            Optional.ofNullable(run.ended()),
            Optional.ofNullable(progress).map(of -> of.last().value()),
            Optional.ofNullable(first).map(Ranks.First::rank))
        .map(one -> String.valueOf(one.orElse(null)))
        .forEach(answer::add);
    return answer;
  }
}
