package dev.faultbook.diagnosis;

import dev.faultbook.codes.Code;
import dev.faultbook.codes.CodeTables;
import dev.faultbook.content.Entry;
import dev.faultbook.content.EntryKind;
import dev.faultbook.failure.CausalRole;
import dev.faultbook.failure.Failure;
import dev.faultbook.failure.FailureEvent;
import dev.faultbook.failure.Failures;
import dev.faultbook.failure.FirstFailure;
import dev.faultbook.failure.MessageLine;
import dev.faultbook.log.LogTime;
import dev.faultbook.matcher.LogMatches;
import dev.faultbook.matcher.SignatureMatch;
import dev.faultbook.run.Run;
import dev.faultbook.run.RunLog;
import dev.faultbook.stream.LogStream;
import dev.faultbook.stream.MatchedLine;
import dev.faultbook.stream.RankView;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What ended the job, according to the structure of the log, and where it happened. */
public final class FailureAnalysis {
  /** A frame of Python, its code and the marks below it. */
  private static final int MAX_LINES_OF_FRAME = 4;

  private final Failures failures;
  private final FirstFailure first;
  private final Run run;
  private final Map<Long, FailureEvent> exceptionOfLine = new HashMap<>();
  private final List<LogStream> streams;
  private final Optional<RankView> ranks;
  private final CodeTables tables;
  private final boolean stacks;
  private @Nullable Occurrence occurrence;

  /**
   * What was read from the lines of a log: its failures, and what its job did.
   *
   * @param stacks whether somebody dumped the stacks of its processes
   */
  record Reading(Failures failures, RunLog run, boolean stacks) {}

  FailureAnalysis(
      Reading reading, LogMatches found, Optional<RankView> ranks, Knowledge knowledge) {
    this.stacks = reading.stacks();
    this.failures = stacks ? withoutDumper(reading.failures()) : reading.failures();
    this.streams = found.evidence().streams();
    this.ranks = ranks;
    this.tables = knowledge.codes();
    LongPredicate harmless = harmlessLines(found, knowledge)::contains;
    Incidents incidents = new Incidents(reading.run(), failures, harmless);
    FirstFailure open = incidents.findFirst(this::isBefore, harmless);
    this.run = incidents.judgeRun(open);
    this.first = run.hasFinished() ? new FirstFailure(null, List.of(), List.of()) : open;
    for (FailureEvent event : failures.events()) {
      if (event.failure() instanceof Failure.UncaughtException) {
        exceptionOfLine.putIfAbsent(event.line(), event);
        event.chain().forEach(line -> exceptionOfLine.putIfAbsent(line, event));
      }
    }
  }

  /**
   * Numbers of the lines that one entry calls harmless and that match no other entry: they are
   * never the failure.
   */
  private static Set<Long> harmlessLines(LogMatches found, Knowledge knowledge) {
    Set<Long> harmless = new HashSet<>();
    Set<Long> telling = new HashSet<>();
    for (SignatureMatch match : found.matches()) {
      Entry entry = knowledge.entryOf(match);
      boolean benign = entry.kind() == EntryKind.BENIGN;
      boolean certain =
          !match.signature().weak()
              && match.signature().where().isEmpty()
              && entry.excludingFacts().isEmpty();
      if (!benign || certain) {
        Set<Long> lines = benign ? harmless : telling;
        match.lines().stream().map(MatchedLine::line).forEach(lines::add);
      }
    }
    harmless.removeAll(telling);
    return harmless;
  }

  private static Failures withoutDumper(Failures all) {
    List<FailureEvent> ofJob =
        all.events().stream().filter(event -> !isOfDumper(event.text())).toList();
    return new Failures(ofJob, all.count(), all.lines(), all.idle());
  }

  /**
   * Whether py-spy says that it could not read one of the processes: {@code Error: Failed to
   * suspend process}, {@code Reason: EPERM: Operation not permitted}.
   */
  private static boolean isOfDumper(String text) {
    return text.startsWith("Error: Failed to ")
        || text.startsWith("Reason: ")
        || text.startsWith("Permission Denied");
  }

  /** Settles on the event of which the answer speaks. */
  void settle(Optional<Occurrence> found) {
    occurrence = found.orElse(null);
  }

  /** The event of which the answer speaks; empty if the log shows no failure. */
  public Optional<Occurrence> occurrence() {
    return Optional.ofNullable(occurrence);
  }

  /** Whether a line belongs to the event of which the answer speaks. */
  boolean showsOccurrence(MatchedLine line) {
    return occurrence == null
        ? coversLine(line)
        : line.line() == occurrence.line()
            || occurrence.event() != null && coversLine(occurrence.event(), line.line());
  }

  /** The failures of all ranks or streams that show the same as the one that no other explains. */
  public List<FailureEvent> alike() {
    return first.alike();
  }

  /** The failure to which a line belongs: the one that ended the job, or else another one. */
  Optional<FailureEvent> eventAround(MatchedLine line) {
    return Stream.concat(event().stream(), failures.events().stream().filter(this::isOpen))
        .filter(event -> coversLine(event, line.line()) || raisedBelow(event, line))
        .findFirst()
        .or(() -> event().filter(event -> isException(event) && isOfStream(event, line)));
  }

  private static boolean isException(FailureEvent event) {
    return event.failure() instanceof Failure.UncaughtException;
  }

  private static boolean isOfStream(FailureEvent event, MatchedLine line) {
    return line.place() != null && line.place().origin() == event.stream();
  }

  /** Whether a line stands among the frames that are printed above an exception. */
  private static boolean raisedBelow(FailureEvent event, MatchedLine line) {
    long above = event.line() - line.line();
    return above > 0
        && above <= (long) MAX_LINES_OF_FRAME * event.frames().size()
        && isOfStream(event, line);
  }

  /** What the job did. */
  public Run run() {
    return run;
  }

  /**
   * Whether the run survived what a line reports: the run ended well, or the line belongs to an
   * error behind which its process went on.
   */
  boolean survived(MatchedLine line) {
    // A message may be glued to a bar: 61%|██████ | 312/512 [01:57<01:15]reader ERROR x.tar: …
    boolean glued = line.text().contains("ERROR ") || line.text().contains("Error: ");
    if (run.isAboutRun(line.line()) && !glued) {
      return false;
    }
    int stream = line.place() == null ? 0 : line.place().origin();
    if (run.isHealthy()) {
      return isHandled(line) || run.survived(line.line(), stream, false);
    }
    return first.event() != null
        && !coversLine(line)
        && (isHandled(line) || run.skipped(line.line(), line.text(), stream));
  }

  private boolean isHandled(MatchedLine line) {
    return failures.events().stream()
        .filter(event -> event != first.event() && coversLine(event, line.line()))
        .anyMatch(
            event -> event.handled() != null && run.isHealthy() || !Incidents.isOpen(event, run));
  }

  /** The failure that no other explains; empty if the log shows none. */
  public Optional<FailureEvent> event() {
    return Optional.ofNullable(first.event());
  }

  /**
   * Rank of the process that failed: the one that its own lines state, otherwise the one that the
   * launcher names as the first to end; empty if unknown.
   */
  public Optional<Integer> rank() {
    return occurrence == null
        ? event().flatMap(this::rankOfFailed)
        : Optional.ofNullable(occurrence.rank());
  }

  /** The rank of a failure, or the one that a launcher reports for the failure of the job. */
  Optional<Integer> rankOfFailed(FailureEvent event) {
    return rankOf(event)
        .or(() -> alike().contains(event) ? first.reportedRank() : Optional.empty());
  }

  /**
   * The program that reports the failure, as the table of programs has it: the tool that the format
   * names, the name in front of the message, or the library that raised the exception; empty if the
   * table has none of them.
   */
  public Optional<Code> program() {
    return programNames().flatMap(name -> tables.findCode("program", name).stream()).findFirst();
  }

  /** What the program that reports the failure calls itself, without its folder; best first. */
  Stream<String> programNames() {
    return event().stream()
        .flatMap(
            event ->
                Stream.of(
                    event.failure() instanceof Failure.Command by ? by.tool() : "",
                    event.speaker(),
                    event.raisedIn() == null ? "" : event.raisedIn().library()))
        .filter(name -> name != null && !name.isEmpty())
        .map(name -> name.substring(name.lastIndexOf('/') + 1));
  }

  /** Host of the process that failed; empty if unknown. */
  public Optional<String> node() {
    return occurrence().flatMap(of -> Optional.ofNullable(of.node()));
  }

  /** Number of ranks or streams that show the failure of the answer; 0 if the log shows none. */
  public int countAlike() {
    if (occurrence == null || occurrence.event() == null || alike().contains(occurrence.event())) {
      return first.alike().size();
    }
    return 1;
  }

  /** Whether the failure is a traceback that breaks off before its exception, and no dump. */
  boolean breaksOff() {
    return !stacks && event().filter(FailureEvent::breaksOff).isPresent();
  }

  /**
   * Whether the program handled an event of which the log shows all: no traceback that breaks off.
   */
  boolean handledWhole() {
    return failures.events().stream()
        .anyMatch(event -> event.handled() != null && !event.breaksOff());
  }

  /**
   * Time without reported progress before the scheduler's time limit ended the job; empty if
   * something else ended it, if progress continued, or if progress is unknown.
   */
  public Optional<Duration> idleBeforeLimit() {
    return event()
        .filter(
            event ->
                event.failure() instanceof Failure.Scheduler by
                    && by.reason() == Failure.Scheduler.Reason.TIME_LIMIT)
        .flatMap(event -> Optional.ofNullable(failures.idle()));
  }

  /**
   * Whether the failure is sufficient as an explanation: an exception, a crash, a scheduler's
   * decision.
   */
  public boolean explainsItself() {
    return event().filter(event -> event.role().compareTo(CausalRole.COMMAND) <= 0).isPresent();
  }

  /** Whether an exception is what ended the job. */
  boolean endedWithException() {
    return event().filter(FailureAnalysis::isException).isPresent();
  }

  /** Whether the log shows a failure. A warning alone does not count. */
  public boolean hasFailed() {
    return event().filter(event -> event.role().compareTo(CausalRole.HINT) < 0).isPresent();
  }

  /**
   * Whether the log shows how a process ended: its own exception, a signal, an exit code, or a
   * scheduler's decision. An exception that only waited for another process does not count.
   */
  public boolean showsEnd() {
    return failures.events().stream()
        .filter(event -> isOpen(event) && !event.isTeardown())
        .anyMatch(FailureAnalysis::isEnd);
  }

  private static boolean isEnd(FailureEvent event) {
    return switch (event.failure()) {
      case Failure.UncaughtException _ ->
          event.role().compareTo(CausalRole.COMPLAINT) <= 0
              || event.role() == CausalRole.EXIT
              || event.role() == CausalRole.REPORT;
      case Failure.Signal _, Failure.Exit _, Failure.Scheduler _ -> true;
      case Failure.Command _, Failure.Kernel _, Failure.Message _ -> false;
    };
  }

  /** The lines of the failures, and the last line of each stream. */
  public Stream<String> lastLines() {
    return Stream.concat(
        failures.events().stream().map(FailureEvent::text),
        streams.stream().map(stream -> stream.extent().lastText()));
  }

  /** Whether a line belongs to the failure that no other explains. */
  boolean coversLine(MatchedLine line) {
    return event().filter(event -> coversLine(event, line.line())).isPresent();
  }

  static boolean coversLine(FailureEvent event, long line) {
    return line == event.line()
        || event.chain().contains(line)
        || line > event.line() && line <= event.lastLine();
  }

  /**
   * Whether the structure of the failure allows a match of an {@code exception:} signature: the
   * exception was not handled, and its frames satisfy the signature.
   */
  boolean allowsMatch(SignatureMatch match) {
    return ExceptionMatcher.patternOf(match.signature())
        .map(
            pattern -> {
              FailureEvent event = exceptionOfLine.get(match.lines().getFirst().line());
              return event == null
                  ? !pattern.needsFrames()
                  : isOpen(event) && ExceptionMatcher.satisfiesPattern(pattern, event);
            })
        .orElse(true);
  }

  /**
   * Whether the program did not handle the event. The event that ended the job always counts as
   * unhandled, even if it seems to be handled.
   */
  private boolean isOpen(FailureEvent event) {
    return event.handled() == null || event == first.event();
  }

  /** The unhandled exceptions, in the order of their lines. */
  List<FailureEvent> unhandledExceptions() {
    return failures.events().stream()
        .filter(event -> event.failure() instanceof Failure.UncaughtException)
        .filter(event -> isOpen(event) && !event.isTeardown())
        .toList();
  }

  Optional<Integer> rankOf(FailureEvent event) {
    return Optional.ofNullable(event.rank())
        .or(() -> ranks.flatMap(view -> view.rankOf(event.stream())))
        .or(() -> findStream(event.stream()).map(of -> of.writer().rank()));
  }

  Optional<String> nodeOf(int stream) {
    return ranks
        .flatMap(view -> view.nodeOf(stream))
        .or(() -> findStream(stream).map(of -> of.writer().node()));
  }

  /**
   * A line of a failure as a line that a signature matches.
   *
   * @param line the line, which may be another one than the event's
   */
  MatchedLine toMatchedLine(
      FailureEvent event, MessageLine line, Map<String, String> captures, int specificity) {
    return new MatchedLine(
        line.line(),
        0,
        line.text(),
        List.of(new MatchedLine.Span(0, line.text().length())),
        captures,
        specificity,
        new MatchedLine.Utterance(
            rankOf(event).orElse(null),
            nodeOf(event.stream()).orElse(null),
            event.time(),
            new MatchedLine.Place(event.stream(), event.time(), event.stream())));
  }

  private Optional<LogStream> findStream(int id) {
    return id < streams.size() ? Optional.of(streams.get(id)) : Optional.empty();
  }

  private boolean isBefore(FailureEvent one, FailureEvent other) {
    Long first = timeOf(one);
    Long second = timeOf(other);
    if (first != null && second != null && !first.equals(second)) {
      return first < second;
    }
    return FirstFailure.STATED.isBefore(one, other);
  }

  private @Nullable Long timeOf(FailureEvent event) {
    LogTime time = event.time();
    return ranks.isEmpty() || time == null ? null : ranks.get().timeOf(time, event.stream());
  }
}
