package dev.faultbook.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.diagnosis.FailureAnalysis;
import dev.faultbook.diagnosis.Finding;
import dev.faultbook.failure.Failure;
import dev.faultbook.failure.FailureEvent;
import dev.faultbook.failure.StackFrame;
import dev.faultbook.log.LogTime;
import dev.faultbook.stream.MatchedLine;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What ended the job, whether or not an entry explains it.
 *
 * @param kind {@code exception}, {@code signal}, {@code exit}, {@code scheduler}, {@code command},
 *     {@code kernel} or {@code message}
 * @param time the stated time: ISO 8601 date and time, or the time of day; or null
 * @param text the line that states it, without its prefix
 * @param type class of the exception; null for other kinds of failure
 * @param message the text after the class; null if there is none
 * @param frame the innermost frame of the user's own code, or null
 * @param raisedIn the library frame that raised it; null if the user's own code did
 * @param stack the frames from the outermost to the innermost
 * @param chain lines of the exceptions of a chain, oldest first
 * @param alike number of ranks or streams with the same failure
 * @param scope {@code program} if all ranks show it, {@code data_or_machine} if one of several
 *     does; null if unknown
 * @param entry id of the entry that explains the line, or null
 */
public record FailureReport(
    String kind,
    long line,
    @Nullable String source,
    @JsonProperty("source_line") @Nullable Long sourceLine,
    @Nullable Integer rank,
    @Nullable String node,
    @Nullable String time,
    String text,
    @Nullable String type,
    @Nullable String message,
    @Nullable Frame frame,
    @JsonProperty("raised_in") @Nullable Raised raisedIn,
    List<Frame> stack,
    List<Long> chain,
    int alike,
    @Nullable String scope,
    @Nullable String entry) {
  private static final int MAX_FRAMES = 32;

  /**
   * A frame of a stack.
   *
   * @param line 0 if none is printed
   * @param function may be empty
   * @param library the package or shared library, serialised as {@code package}; null for the
   *     user's own code
   * @param own whether it is the user's own code
   */
  public record Frame(
      String file,
      int line,
      String function,
      @JsonProperty("package") @Nullable String library,
      boolean own) {}

  /**
   * The library that raised an exception.
   *
   * @param version null if the log does not state it
   * @param function the function that raised it; may be empty
   */
  public record Raised(
      @JsonProperty("package") @Nullable String library,
      @Nullable String version,
      String function) {}

  /** The failure of a diagnosis; null if the log shows none. */
  static @Nullable FailureReport fromDiagnosis(Diagnosis diagnosis, LinePlaces places) {
    FailureAnalysis analysis = diagnosis.failure();
    if (!analysis.hasFailed()) {
      return diagnosis.findings().stream()
          .findFirst()
          .filter(finding -> finding.role().isFailure())
          .flatMap(lead -> lead.telling().map(line -> ofSignature(lead, line, places)))
          .orElse(null);
    }
    FailureEvent event = analysis.event().orElseThrow();
    String message = event.type() == null ? null : event.message();
    List<StackFrame> frames = event.frames();
    return new FailureReport(
        event.kind(),
        event.line(),
        places.sourceOf(event.line()),
        places.lineInSource(event.line()),
        analysis.rank().orElse(null),
        analysis.node().orElse(null),
        formatTime(event.time()),
        event.text(),
        event.type(),
        message == null || message.isEmpty() ? null : message,
        event.ownFrame() == null ? null : toFrame(event.ownFrame()),
        event.raisedIn() == null ? null : toRaised(diagnosis, event.raisedIn()),
        frames.subList(Math.max(0, frames.size() - MAX_FRAMES), frames.size()).stream()
            .map(FailureReport::toFrame)
            .toList(),
        event.chain(),
        analysis.countAlike(),
        scopeOf(diagnosis, event),
        diagnosis.findExplanation().map(finding -> finding.entry().id()).orElse(null));
  }

  /** A failure that only a signature of an entry recognizes. */
  private static FailureReport ofSignature(Finding lead, MatchedLine line, LinePlaces places) {
    return new FailureReport(
        new Failure.Message().kind(),
        line.line(),
        places.sourceOf(line.line()),
        places.lineInSource(line.line()),
        line.rank(),
        line.node(),
        formatTime(line.time()),
        line.text().strip(),
        null,
        null,
        null,
        null,
        List.of(),
        List.of(),
        1,
        null,
        lead.entry().id());
  }

  /**
   * The same failure on all ranks indicates the program, that of one rank its data or its machine.
   * Reports of a scheduler or a kernel have no scope.
   */
  private static @Nullable String scopeOf(Diagnosis diagnosis, FailureEvent event) {
    boolean ofProcess =
        event.failure() instanceof Failure.UncaughtException
            || event.failure() instanceof Failure.Signal;
    long ranks =
        Stream.ofNullable(diagnosis.ranks())
            .flatMap(of -> of.view().lanes().stream())
            .filter(lane -> lane.rank() != null)
            .count();
    if (!ofProcess || ranks < 2 || diagnosis.failure().rank().isEmpty()) {
      return null;
    }
    int alike = diagnosis.failure().countAlike();
    if (alike == 1) {
      return "data_or_machine";
    }
    return alike >= ranks ? "program" : null;
  }

  private static @Nullable String formatTime(@Nullable LogTime time) {
    if (time == null) {
      return null;
    }
    return switch (time.scale()) {
      case DATE -> Instant.ofEpochMilli(time.millis()).toString();
      case TIME_OF_DAY, DAY_OF_YEAR ->
          LocalTime.MIDNIGHT.plus(Duration.ofMillis(time.millis())).toString();
      case UPTIME -> null;
    };
  }

  private static Frame toFrame(StackFrame frame) {
    return new Frame(frame.file(), frame.line(), frame.function(), frame.library(), frame.isOwn());
  }

  private static Raised toRaised(Diagnosis diagnosis, StackFrame frame) {
    String library = frame.library();
    List<String> versions = library == null ? List.of() : diagnosis.facts().values(library);
    return new Raised(library, versions.size() == 1 ? versions.getFirst() : null, frame.function());
  }
}
