package dev.faultbook.run;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.faultbook.log.Chunk;
import dev.faultbook.log.ChunkLines;
import dev.faultbook.log.ChunkLines.Need;
import dev.faultbook.log.FileNames;
import dev.faultbook.log.GapMark;
import dev.faultbook.log.Lines;
import dev.faultbook.log.LogTime;
import dev.faultbook.log.UnwrappedLine;
import dev.faultbook.matcher.TriggerFilter;
import dev.faultbook.stream.ChunkStreams;
import dev.faultbook.stream.FileRank;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads what the job did from the lines of one log, in order, in one pass and with bounded memory.
 * Not thread-safe.
 */
public final class RunReader {
  private static final int MAX_COUNTERS = 20_000;
  private static final int MAX_TRACKS = 4_096;

  /** A loss may turn into a number and back on every line. */
  private static final int MAX_DIVERGENCES = 50;

  private static final int MAX_MARKS = 256;
  private static final int MAX_CHECKPOINTS = 256;
  private static final int MAX_LINE = 2_000;
  private static final int LAYOUT_BITS = 12;

  /** The first lines, one of which may be what a script prints as it starts. */
  private static final int MAX_OPENING = 3;

  private static final int MAX_WORD = 16;

  /** So many things are work; containers of a pod are fewer. */
  private static final int MIN_WORK = 100;

  /** Lines below {@code Last State:} that belong to it, where other lines stand between them. */
  private static final int MAX_STATE = 6;

  /** A shorter end of a log may be the beginning of anything. */
  private static final int MIN_CUT = 8;

  /** What a checkpoint is told by whose line states no step, the best first. */
  private static final List<Unit> STEP_UNITS =
      List.of(Unit.STEP, Unit.SAMPLE, Unit.COUNT, Unit.EPOCH);

  private static final Pattern POD = Pattern.compile("^[#=-]{2,}[> ]*pods?/([a-z0-9.-]+)[ <#=-]*");

  private final NumberedLine numbers = new NumberedLine();
  private @Nullable Stream[] streams = new Stream[16];
  private final List<Checkpoint> checkpoints = new ArrayList<>();
  private final List<Run.Mark> marks = new ArrayList<>();
  private int counterCount;
  private int trackCount;
  private int measuredCount;
  private double latestCount;
  private int attempts;

  /** The attempt that a line named last. */
  private String latestAttempt = "";

  /** By unit the number that the run is to reach, as the first line that tells it states it. */
  private final double[] bounds = new double[Unit.values().length];

  /** The lines of one or two words. */
  private final Set<String> words = new HashSet<>();

  /** Whether the last line is a short one that occurred before: the end of a step, not of a run. */
  private boolean again;

  private @Nullable ProgressLine progressLine;

  /** The latest line of progress of another shape: a bar and a record may alternate. */
  private @Nullable ProgressLine otherLine;

  /** The layouts of the latest shapes of lines. */
  private final NumberedLine.@Nullable Layout[] layouts = new NumberedLine.Layout[1 << LAYOUT_BITS];

  /** For each slot of a layout the shape of a line with nothing but the phrase of a request. */
  private final long[] requests = new long[1 << LAYOUT_BITS];

  private boolean unterminated;
  private int openingLines;

  /** The shape of the line with which an attempt begins, 0 if the first lines tell of none. */
  private long opening;

  private boolean podsFailed;

  /** The beginning of a report; if the output follows, the attempt begins there. */
  private Run.@Nullable Mark report;

  private final List<FileSpan> files = new ArrayList<>();

  private final List<String> names;
  private int file = -1;
  private String lastText = "";
  private String lineBefore = "";
  private List<String> lastProgress = List.of();
  private long lastTextLine;

  /**
   * @param names the names of the files, empty for those without one
   */
  public RunReader(List<String> names) {
    this.names = List.copyOf(names);
  }

  /**
   * A checkpoint that is being written.
   *
   * @param scheduled whether the program goes on meanwhile, so that progress does not end it
   */
  private record Begun(Checkpoint checkpoint, boolean scheduled) {}

  /** A line that counts, by its index in the chunk. */
  private record ProgressLine(int index, long shape) {}

  /** A file, and the times that its lines have. */
  private static final class FileSpan {
    final String name;
    final long firstLine;
    @Nullable LogTime first;
    @Nullable LogTime last;

    FileSpan(String name, long firstLine) {
      this.name = name;
      this.firstLine = firstLine;
    }

    void noteTime(@Nullable LogTime time) {
      first = first == null && time != null && !time.inherited() ? time : first;
      last = time == null ? last : time;
    }
  }

  /** What is known of one stream. */
  private static final class Stream {
    final Map<Long, Counter> counters = new HashMap<>();
    final Map<Unit, Track> tracks = new EnumMap<>(Unit.class);
    @Nullable Counter latest;

    /** The latest heading of a table whose rows count steps. */
    String heading = "";

    @Nullable Begun begun;

    /** Whether it told of the end of a checkpoint: others may be written while it goes on. */
    boolean tellsEnds;

    @Nullable Measured measured;
  }

  /** The series of one stream. */
  private static final class Measured {
    final Series loss = new Series();
    final Series gradNorm = new Series();
    final Series throughput = new Series();

    /** Whether the latest loss is a number. */
    boolean finite;

    int divergences;
  }

  /** The words of which every line with a phrase about the run holds one. */
  public static TriggerFilter triggers() {
    return RunPhrases.FILTER;
  }

  /** Reads the lines of the next chunk. */
  public void acceptChunk(ChunkStreams streams) {
    ChunkLines of = streams.lines();
    Chunk chunk = of.chunk();
    if (file != chunk.file()) {
      file = chunk.file();
      files.add(new FileSpan(names.get(file), chunk.firstLine()));
    }
    byte[] bytes = chunk.bytes();
    int last = -1;
    int before = -1;
    for (int i = 0; i < of.count(); i++) {
      int from = of.from(i);
      int end = of.to(i);
      unterminated = end == chunk.to();
      boolean gap = of.isNeeded(i, Need.PHRASES) && GapMark.isAt(bytes, from, end);
      if (i >= of.first() && end > from && !gap) {
        before = last;
        last = from;
        again =
            end - from <= MAX_WORD
                && words.size() < MAX_COUNTERS
                && !words.add(textOf(bytes, from, end));
        if (bytes[from] == '=' || bytes[from] == '#' || bytes[from] == '-') {
          readFileName(textOf(bytes, from, end), of.number(i));
        }
        readLine(of, i, streams);
      }
      files.getLast().noteTime(streams.timeOf(of.number(i)));
    }
    if (last >= 0) {
      lineBefore =
          before < 0 ? lastText : textOf(bytes, before, Lines.lineEnd(bytes, before, chunk.to()));
      lastText = textOf(bytes, last, Lines.lineEnd(bytes, last, chunk.to()));
    }
    if (progressLine != null) {
      lastProgress =
          Arrays.asList(progressLine, otherLine).stream()
              .filter(Objects::nonNull)
              .map(line -> textOf(bytes, of.from(line.index()), of.to(line.index())))
              .toList();
      progressLine = null;
      otherLine = null;
    }
  }

  /**
   * {@code ==> slurm-1001.out <==}, as head and tail print it, and {@code ### pod/fit-x7k2m}, as
   * people print it above the log of each pod.
   */
  private void readFileName(String line, long number) {
    if (files.size() >= MAX_MARKS) {
      return;
    }
    if (line.startsWith("==> ") && line.endsWith(" <==")) {
      files.add(new FileSpan(line.substring(4, line.length() - 4), number));
      return;
    }
    Matcher pod = POD.matcher(line);
    if (pod.matches()) {
      files.add(new FileSpan(pod.group(1), number));
    }
  }

  private static String textOf(byte[] bytes, int from, int to) {
    return Lines.decodeText(bytes, from, Math.min(to, from + MAX_LINE));
  }

  /**
   * Whether the last line has no end, or leaves a bracket open, and is the beginning of a line of
   * progress such as those before it.
   */
  private boolean cutOff() {
    return (unterminated || lastText.indexOf('{') >= 0 && lastText.indexOf('}') < 0)
        && lastText.length() > MIN_CUT
        && (endsWithinBar(lastText)
            || lastProgress.stream()
                .filter(line -> lastText.length() < line.length())
                .anyMatch(line -> collapseDigits(line).startsWith(collapseDigits(lastText))));
  }

  /** {@code 16%|█▋ | 246/1500 [28:42<2:26:1}. */
  private static boolean endsWithinBar(String text) {
    int bar = text.indexOf("%|");
    return bar >= 0 && text.indexOf(" [", bar) > text.lastIndexOf(']');
  }

  private static String collapseDigits(String text) {
    StringBuilder collapsed = new StringBuilder();
    char last = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i) >= '0' && text.charAt(i) <= '9' ? '0' : text.charAt(i);
      if (c != last || c != '0' && c != ' ') {
        collapsed.append(c);
      }
      last = c;
    }
    return collapsed.toString();
  }

  /** The lines at which files begin that may be logs of later attempts. */
  private List<Long> laterFiles() {
    List<FileRank> writers = FileRank.fromNames(files.stream().map(of -> of.name).toList());
    List<Long> later = new ArrayList<>();
    Set<FileRank> seen = new HashSet<>();
    LogTime end = null;
    for (int i = 0; i < files.size(); i++) {
      FileSpan span = files.get(i);
      Long gap = millisBetween(end, span.first);
      boolean after =
          gap == null
              ? RunPhrases.namesAttempt(span.name)
                  || i > 0 && FileNames.isOlder(files.get(i - 1).name, span.name)
              : gap >= 0;
      FileRank writer = writers.get(i);
      boolean nextPod =
          podsFailed && i > 0 && FileNames.areOfOneJob(files.get(i - 1).name, span.name);
      if (nextPod || after && seen.contains(writer)) {
        later.add(span.firstLine);
        seen.clear();
      }
      seen.add(writer);
      Long on = millisBetween(end, span.last);
      end = span.last == null || on != null && on < 0 ? end : span.last;
    }
    return later;
  }

  private static @Nullable Long millisBetween(@Nullable LogTime from, @Nullable LogTime to) {
    return from != null && to != null && from.comparableTo(to)
        ? Long.valueOf(to.millis() - from.millis())
        : null;
  }

  /** Ends the log. */
  public RunLog finish() {
    if (lastText.equals("0") && lineBefore.endsWith("$ echo $?")) {
      addMark(new Run.Mark(Sort.EXITED_WELL, lastTextLine, 0, null));
    }
    if (!again && RunPhrases.isLastWord(lastText)) {
      addMark(new Run.Mark(Sort.FINISHED, lastTextLine, 0, null));
    }
    List<Run.Progress> progress = new ArrayList<>();
    Map<Integer, Run.Measurements> series = new HashMap<>();
    for (int id = 0; id < streams.length; id++) {
      Stream stream = streams[id];
      if (stream == null) {
        continue;
      }
      stream
          .tracks
          .values()
          .forEach(track -> progress.add(track.toProgress(bounds[track.unit.ordinal()])));
      Measured of = stream.measured;
      if (of != null) {
        series.put(
            id,
            new Run.Measurements(of.loss.points(), of.gradNorm.points(), of.throughput.points()));
      }
    }
    return new RunLog(progress, series, checkpoints, marks, laterFiles(), lastTextLine, cutOff());
  }

  private void readLine(ChunkLines of, int index, ChunkStreams streams) {
    byte[] raw = of.chunk().bytes();
    int start = of.from(index);
    int end = of.to(index);
    long number = of.number(index);
    boolean repeated = of.isRepeated(index) && end - start <= NumberedLine.MAX_BYTES;
    int slot = repeated ? (int) (of.shapes()[index] >>> Long.SIZE - LAYOUT_BITS) : 0;
    NumberedLine.Layout layout = layouts[slot];
    if (!repeated || layout != null && layout.like() != of.shapes()[index]) {
      layout = null;
    }
    boolean phrases = of.isNeeded(index, Need.PHRASES);
    lastTextLine = number;
    int stream = streams.streamOf(number);
    if (layout != null) {
      numbers.readLine(layout, of, index);
      if (!phrases && isOpening()) {
        addMark(new Run.Mark(Sort.STARTED, number, stream, streams.timeOf(number)));
      }
      if (!phrases && readKnownNumbers(of, index, streams)) {
        return;
      }
    }
    UnwrappedLine line = unwrapLine(of, index);
    byte[] bytes = line.bytes();
    int from = line.from();
    int to = line.to();
    if (layout == null) {
      numbers.readLine(bytes, from, to);
    }
    Sort sort = null;
    if (phrases) {
      boolean request = repeated && requests[slot] == of.shapes()[index];
      sort =
          request && RunPhrases.isAnswer(bytes, from, to)
              ? Sort.SERVING
              : RunPhrases.sortOf(bytes, from, to, numbers.hasOtherScript());
      if (repeated && sort == Sort.SERVING) {
        requests[slot] = of.shapes()[index];
      }
    }
    if ((layout == null || phrases) && startsAgain(bytes, from, to)) {
      addMark(new Run.Mark(Sort.STARTED, number, stream, streams.timeOf(number)));
    }
    if (sort == Sort.SERVING || sort == Sort.WORKING) {
      countOne(sort, number, stream, streams.timeOf(number));
      noteProgress(index, numbers.shape());
    } else if (sort != null && !(sort == Sort.EXITED_WELL && isOfContainerBefore(of, index))) {
      readPhrase(sort, Lines.decodeText(bytes, from, to), number, stream, streams.timeOf(number));
    }
    if (layout != null) {
      if (phrases && readKnownNumbers(of, index, streams)) {
        return;
      }
      numbers.readLine(bytes, from, to);
    }
    start = Lines.visibleStart(raw, start, end);
    if (numbers.count() == 0 && bytes != raw && start < end && raw[start] == '{') {
      // {"msg": "train", "step": 600, "loss": 2.102}
      bytes = raw;
      from = start;
      to = Math.min(end, start + MAX_LINE);
      numbers.readLine(bytes, from, to);
    }
    // In a log that opens with a start, the text of each line is compared with the first one.
    if (repeated && (bytes == line.bytes() || opening == 0)) {
      layouts[slot] = numbers.layoutOf(bytes == raw ? plain(raw, from, to) : line, of, index);
    }
    if (numbers.count() > 0) {
      Stream state = stateOf(stream);
      Counter counter = findCounter(state);
      if (counter == null && counterCount < MAX_COUNTERS) {
        String above = lineAbove(of, index);
        counter = addCounter(state, new UnwrappedLine(bytes, from, to, null), above);
      }
      if (counter != null) {
        readNumbers(state, counter, of, index, streams);
      }
    }
  }

  /**
   * Whether a line is the one with which the log began, and which says that something starts: a
   * container that is started again, or a script, prints it anew.
   */
  private boolean startsAgain(byte[] bytes, int from, int to) {
    if (opening != 0 || openingLines >= MAX_OPENING) {
      return isOpening();
    }
    openingLines++;
    // ##### run 1  Mon 14 Apr 2025 09:12:00, + echo 'launch at Mon 14 Apr'
    boolean banner = to > from && (bytes[from] == '#' || bytes[from] == '+');
    String text = textOf(bytes, from, to).toLowerCase(Locale.ROOT);
    boolean first = openingLines == 1 && !RunPhrases.namesPart(text);
    boolean opens = (banner || first) && RunPhrases.opens(text, banner || numbers.hasOtherScript());
    opens |= numbers.count() == 1 && numbers.value(0) <= 1 && RunPhrases.opensFirst(text);
    opening = opens || RunPhrases.isCommand(text) ? numbers.shape() : 0;
    return false;
  }

  /** A line of nothing but a bar has the shape 0, too. */
  private boolean isOpening() {
    return opening != 0 && numbers.shape() == opening;
  }

  /** Reads the numbers of a line; false if they belong to a new shape of its stream. */
  private boolean readKnownNumbers(ChunkLines of, int index, ChunkStreams streams) {
    if (numbers.count() > 0) {
      Stream state = stateOf(streams.streamOf(of.number(index)));
      Counter counter = findCounter(state);
      if (counter == null) {
        return false;
      }
      readNumbers(state, counter, of, index, streams);
    }
    return true;
  }

  private static UnwrappedLine unwrapLine(ChunkLines of, int index) {
    byte[] bytes = of.chunk().bytes();
    int end = of.to(index);
    if (of.isNeeded(index, Need.UNWRAPPING)) {
      int start = Lines.visibleStart(bytes, of.from(index), end);
      return UnwrappedLine.of(bytes, start, Math.min(end, start + MAX_LINE));
    }
    return plain(bytes, of.from(index), Math.min(end, of.from(index) + MAX_LINE));
  }

  private static UnwrappedLine plain(byte[] bytes, int from, int to) {
    return new UnwrappedLine(bytes, from, to, null);
  }

  private void readNumbers(
      Stream of, Counter counter, ChunkLines lines, int index, ChunkStreams streams) {
    long number = lines.number(index);
    int stream = streams.streamOf(number);
    of.latest = counter;
    LogTime time = streams.timeOf(number);
    NumberRoles roles = counter.roles;
    latestCount = Double.NaN;
    boolean counts =
        counter.readLine(
            numbers,
            number,
            time,
            (unit, value, total, line) ->
                addReading(
                    of,
                    stream,
                    unit,
                    new Track.Count(value, total, roles.measures()),
                    line,
                    line == number ? time : null));
    if (counts) {
      if (of.begun != null && !of.tellsEnds && of.begun.checkpoint().line() < number) {
        endCheckpoint(of);
      }
      noteProgress(index, counter.shape);
    }
    readMeasurements(roles, of, number, latestCount);
  }

  private void noteProgress(int index, long shape) {
    if (!unterminated) {
      ProgressLine latest = progressLine;
      otherLine = latest != null && latest.shape() != shape ? latest : otherLine;
      progressLine = new ProgressLine(index, shape);
    }
  }

  private void noteBounds(NumberRoles roles) {
    for (int unit = 0; unit < bounds.length; unit++) {
      int at = roles.bounds()[unit];
      if (at >= 0 && bounds[unit] == 0) {
        bounds[unit] = numbers.value(at);
      }
    }
  }

  /** The counter of the line that was read; null if it is the first one of its shape. */
  private @Nullable Counter findCounter(Stream stream) {
    long shape = numbers.shape();
    Counter latest = stream.latest;
    // Programs repeat their lines in the same order.
    Counter counter = latest == null ? null : latest.next;
    if (counter == null || counter.shape != shape) {
      counter = stream.counters.get(shape);
    }
    if (counter != null && latest != null) {
      latest.next = counter;
    }
    return counter;
  }

  /**
   * Whether a line tells of a container before the one that is there now: {@code Last State:
   * Terminated} above {@code Reason: Completed} and {@code Exit Code: 0} of {@code kubectl
   * describe}.
   */
  private static boolean isOfContainerBefore(ChunkLines of, int index) {
    byte[] bytes = of.chunk().bytes();
    return IntStream.range(Math.max(0, index - MAX_STATE), index)
        .mapToObj(i -> textOf(bytes, of.from(i), of.to(i)).strip())
        .anyMatch(text -> text.contains("Last State:"));
  }

  /** The line above one, or above the blank line above it. */
  private static String lineAbove(ChunkLines of, int index) {
    String above = "";
    for (int i = index - 1; i >= Math.max(0, index - 2) && above.isEmpty(); i--) {
      above = textOf(of.chunk().bytes(), of.from(i), of.to(i)).strip();
    }
    return above;
  }

  /** A counter for the line that was read. */
  private Counter addCounter(Stream stream, UnwrappedLine line, String above) {
    // One character for each byte, so that positions agree; the words looked for are ASCII.
    int from = line.from();
    String text = new String(line.bytes(), from, line.to() - from, StandardCharsets.ISO_8859_1);
    stream.heading = NumberRoles.isHeading(above) ? above : stream.heading;
    NumberRoles roles = NumberRoles.of(text, from, numbers, above, stream.heading);
    Counter counter =
        new Counter(numbers.shape(), roles, numbers.count(), goesOnCounting(stream, roles));
    stream.counters.put(counter.shape, counter);
    noteBounds(counter.roles);
    counterCount++;
    if (stream.latest != null) {
      stream.latest.next = counter;
    }
    return counter;
  }

  /** Whether a line of another shape counts towards the same end as lines before it. */
  private boolean goesOnCounting(Stream stream, NumberRoles roles) {
    Track track = stream.tracks.get(Unit.COUNT);
    int total = roles.totals()[Unit.COUNT.ordinal()];
    return track != null
        && total >= 0
        && numbers.value(total) == track.total()
        && numbers.value(total) >= MIN_WORK
        && numbers.value(roles.count(Unit.COUNT)) > track.last();
  }

  private Stream stateOf(int stream) {
    if (stream >= streams.length) {
      streams = Arrays.copyOf(streams, Math.max(stream + 1, streams.length * 2));
    }
    Stream of = streams[stream];
    if (of == null) {
      of = new Stream();
      streams[stream] = of;
    }
    return of;
  }

  private void addReading(
      Stream of, int stream, Unit unit, Track.Count count, long line, @Nullable LogTime time) {
    Track track = trackOf(of, stream, unit);
    if (track != null) {
      track.noteAttempt(attempts);
      track.addReading(count, line, time);
      latestCount = Double.isNaN(latestCount) ? count.value() : latestCount;
    }
  }

  private void readMeasurements(NumberRoles roles, Stream stream, long number, double step) {
    if (!roles.measures() || stream.measured == null && measuredCount >= MAX_TRACKS) {
      return;
    }
    Measured of = stream.measured;
    if (of == null) {
      of = new Measured();
      stream.measured = of;
      measuredCount++;
    }
    if (roles.loss() >= 0) {
      boolean finite = Double.isFinite(numbers.value(roles.loss()));
      if (of.finite && !finite && of.divergences++ < MAX_DIVERGENCES) {
        // Whether the gradients grew before says why.
        of.gradNorm.keepLatest();
      }
      of.finite = finite;
    }
    addPoint(of.loss, roles.loss(), step, number);
    addPoint(of.gradNorm, roles.gradNorm(), step, number);
    addPoint(of.throughput, roles.throughput(), step, number);
  }

  private void addPoint(Series series, int column, double step, long number) {
    if (column >= 0) {
      series.addPoint(step, numbers.value(column), number);
    }
  }

  private @Nullable Track trackOf(Stream of, int stream, Unit unit) {
    Track track = of.tracks.get(unit);
    if (track == null && (trackCount < MAX_TRACKS || !of.tracks.isEmpty())) {
      track = new Track(stream, unit);
      of.tracks.put(unit, track);
      trackCount++;
    }
    return track;
  }

  private void readPhrase(Sort sort, String text, long number, int stream, @Nullable LogTime time) {
    switch (sort) {
      case CHECKPOINT -> readCheckpoint(text, number, stream, time);
      case SERVING, WORKING -> countOne(sort, number, stream, time);
      case PODS_FAILED -> podsFailed = true;
      case REPORT -> report = new Run.Mark(Sort.STARTED, number, stream, time);
      case FINISHED, SUCCEEDED, EXITED_WELL, PART_DONE, REQUEUED, STARTED, AGAIN, REPORT_ABOVE -> {
        if (sort == Sort.REPORT_ABOVE && report != null) {
          addMark(report);
          report = null;
        }
        // [run 2/5] may stand before each line of an attempt.
        String of = sort == Sort.AGAIN ? RunPhrases.attemptOf(text) : "";
        if (of.isEmpty() || !of.equals(latestAttempt)) {
          addMark(new Run.Mark(sort, number, stream, time));
        }
        latestAttempt = of.isEmpty() ? latestAttempt : of;
        CheckpointLine from = sort == Sort.AGAIN ? CheckpointLine.resumedFrom(text) : null;
        if (from != null) {
          // An inherited time may be that of an attempt that ended hours ago.
          LogTime own = time == null || time.inherited() ? null : time;
          addCheckpoint(new Checkpoint(from.step(), number, own, from.path(), stream));
        } else if (sort == Sort.FINISHED) {
          endCheckpoint(stateOf(stream));
          CheckpointLine saved = CheckpointLine.savedAtEnd(text);
          if (saved != null) {
            addCheckpoint(new Checkpoint(saved.step(), number, time, saved.path(), stream));
          }
        }
      }
    }
  }

  private void countOne(Sort sort, long number, int stream, @Nullable LogTime time) {
    Unit unit = sort == Sort.SERVING ? Unit.REQUEST : Unit.BATCH;
    Track track = trackOf(stateOf(stream), stream, unit);
    if (track != null) {
      track.addReading(new Track.Count(track.last() + 1, Double.NaN, false), number, time);
    }
  }

  private void addMark(Run.Mark mark) {
    attempts += mark.sort().begins() ? 1 : 0;
    // The first marks and the last one of each sort tell how the run went.
    if (marks.size() >= MAX_MARKS) {
      marks.remove(MAX_MARKS / 2);
    }
    marks.add(mark);
  }

  private void readCheckpoint(String text, long number, int stream, @Nullable LogTime time) {
    CheckpointLine line = CheckpointLine.of(text);
    Stream of = stateOf(stream);
    if (line == null) {
      if (CheckpointLine.tellsOfFailure(text)) {
        of.begun = null;
      }
      return;
    }
    Begun open = of.begun;
    Double step = line.step() != null ? line.step() : stepOf(of);
    Checkpoint now = new Checkpoint(step, number, time, line.path(), stream);
    switch (line.state()) {
      case BEGUN -> of.begun = new Begun(now, false);
      case SCHEDULED -> of.begun = new Begun(now, true);
      case COMPLETE -> {
        of.begun = null;
        of.tellsEnds |= open != null;
        addCheckpoint(open == null ? now : open.checkpoint().completedBy(now));
      }
    }
  }

  /** A stream that goes on after it began to write a checkpoint has written it. */
  private void endCheckpoint(Stream stream) {
    Begun open = stream.begun;
    if (open != null && !open.scheduled()) {
      stream.begun = null;
      addCheckpoint(open.checkpoint());
    }
  }

  private void addCheckpoint(Checkpoint checkpoint) {
    Checkpoint latest = checkpoints.isEmpty() ? null : checkpoints.getLast();
    if (latest != null && latest.step() != null && latest.step().equals(checkpoint.step())) {
      checkpoints.set(checkpoints.size() - 1, latest.completedBy(checkpoint));
      return;
    }
    if (checkpoints.size() >= MAX_CHECKPOINTS) {
      checkpoints.remove(MAX_CHECKPOINTS / 2);
    }
    checkpoints.add(checkpoint);
  }

  private static @Nullable Double stepOf(Stream stream) {
    return STEP_UNITS.stream()
        .map(stream.tracks::get)
        .filter(Objects::nonNull)
        .findFirst()
        .map(Track::last)
        .orElse(null);
  }
}
