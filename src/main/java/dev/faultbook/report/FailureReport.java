package dev.faultbook.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.diagnosis.FailureAnalysis;
import dev.faultbook.diagnosis.Finding;
import dev.faultbook.diagnosis.Role;
import dev.faultbook.failure.Failure;
import dev.faultbook.failure.FailureEvent;
import dev.faultbook.failure.StackFrame;
import dev.faultbook.log.LogSource;
import dev.faultbook.log.LogTime;
import dev.faultbook.stream.MatchedLine;
import dev.faultbook.stream.RankView;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What ended the job, whether or not an entry explains it.
 *
 * @param kind {@code exception}, {@code signal}, {@code exit}, {@code scheduler}, {@code command},
 *     {@code kernel} or {@code message}
 * @param where where it happened
 * @param text the line that states it, without its prefix
 * @param thrown the exception, if it is one
 * @param code where in the program it happened
 * @param chain lines of the exceptions of a chain, oldest first
 * @param alike number of ranks or streams with the same failure
 * @param scope {@code program} if all ranks show it, {@code data_or_machine} if one of several
 *     does; null if unknown
 * @param entry id of the entry that explains the line, or null
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record FailureReport(
    String kind,
    @JsonUnwrapped Place where,
    String text,
    @JsonUnwrapped Thrown thrown,
    @JsonUnwrapped CodePlace code,
    List<Long> chain,
    int alike,
    @Nullable String scope,
    @Nullable String entry) {
  private static final int MAX_FRAMES = 32;

  /** Reports saved by earlier releases have no chain. */
  public FailureReport {
    chain = chain == null ? List.of() : List.copyOf(chain);
  }

  /**
   * An exception.
   *
   * @param type its class; null for other kinds of failure
   * @param message the text after the class; null if there is none
   */
  @JsonInclude(JsonInclude.Include.ALWAYS)
  public record Thrown(@Nullable String type, @Nullable String message) {}

  /** See {@link Thrown#type()}. */
  public @Nullable String type() {
    return thrown.type();
  }

  /** See {@link Thrown#message()}. */
  public @Nullable String message() {
    return thrown.message();
  }

  /**
   * Where in the program a failure happened.
   *
   * @param frame the innermost frame of the user's own code, or null
   * @param raisedIn the library frame that raised it; null if the user's own code did
   * @param stack the frames from the outermost to the innermost
   */
  @JsonInclude(JsonInclude.Include.ALWAYS)
  public record CodePlace(
      @Nullable Frame frame,
      @JsonProperty("raised_in") @Nullable Raised raisedIn,
      List<Frame> stack) {
    /** Reports saved by earlier releases have no stack. */
    public CodePlace {
      stack = stack == null ? List.of() : List.copyOf(stack);
    }
  }

  /** The innermost frame of the user's own code, or null. */
  public @Nullable Frame frame() {
    return code.frame();
  }

  /** The library frame that raised the exception; null if the user's own code did. */
  public @Nullable Raised raisedIn() {
    return code.raisedIn();
  }

  /** The frames from the outermost to the innermost. */
  public List<Frame> stack() {
    return code.stack();
  }

  /**
   * Where a failure happened.
   *
   * @param line number of the line within the whole input, from 1
   * @param source name of the file; null if there is only one
   * @param sourceLine number of the line within its file; null if there is only one
   * @param rank the rank, or null
   * @param node the host, or null
   * @param time the stated time: ISO 8601 date and time, or the time of day; or null
   */
  public record Place(
      long line,
      @Nullable String source,
      @JsonProperty("source_line") @Nullable Long sourceLine,
      @Nullable Integer rank,
      @Nullable String node,
      @Nullable String time) {}

  /**
   * A frame of a stack.
   *
   * @param file path as printed
   * @param line line number; 0 if none is printed
   * @param function function or symbol; may be empty
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
   * @param library its name, serialised as {@code package}
   * @param version its version if the log states it, or null
   * @param function the function that raised it; may be empty
   */
  public record Raised(
      @JsonProperty("package") @Nullable String library,
      @Nullable String version,
      String function) {}

  /** The failure of a diagnosis; null if the log shows none. */
  static @Nullable FailureReport fromDiagnosis(Diagnosis diagnosis) {
    FailureAnalysis analysis = diagnosis.failure();
    if (!analysis.hasFailed()) {
      return diagnosis.findings().stream()
          .findFirst()
          .filter(finding -> finding.role() != Role.HARMLESS)
          .flatMap(lead -> lead.telling().map(line -> ofSignature(diagnosis, lead, line)))
          .orElse(null);
    }
    FailureEvent event = analysis.event().orElseThrow();
    String message = event.type() == null ? null : event.message();
    List<StackFrame> frames = event.frames();
    return new FailureReport(
        event.kind(),
        toPlace(
            diagnosis,
            event.line(),
            new Speaker(analysis.rank().orElse(null), analysis.node().orElse(null), event.time())),
        event.text(),
        new Thrown(event.type(), message == null || message.isEmpty() ? null : message),
        new CodePlace(
            event.ownFrame() == null ? null : toFrame(event.ownFrame()),
            event.raisedIn() == null ? null : toRaised(diagnosis, event.raisedIn()),
            frames.subList(Math.max(0, frames.size() - MAX_FRAMES), frames.size()).stream()
                .map(FailureReport::toFrame)
                .toList()),
        event.chain(),
        analysis.countAlike(),
        scopeOf(diagnosis, event),
        diagnosis.findExplanation().map(finding -> finding.entry().id()).orElse(null));
  }

  /** A failure that only a signature of an entry recognizes. */
  private static FailureReport ofSignature(Diagnosis diagnosis, Finding lead, MatchedLine line) {
    String kind = new Failure.Message().kind();
    return new FailureReport(
        kind,
        toPlace(diagnosis, line.line(), new Speaker(line.rank(), line.node(), line.time())),
        line.text().strip(),
        new Thrown(null, null),
        new CodePlace(null, null, List.of()),
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

  /** The writer and the time of a line. */
  private record Speaker(@Nullable Integer rank, @Nullable String node, @Nullable LogTime time) {}

  private static Place toPlace(Diagnosis diagnosis, long line, Speaker speaker) {
    Optional<LogSource> file =
        diagnosis.sources().size() < 2
            ? Optional.empty()
            : Optional.of(diagnosis.sources().get(RankView.sourceIndex(diagnosis.sources(), line)));
    return new Place(
        line,
        file.map(LogSource::name).orElse(null),
        file.map(source -> line - source.firstLine() + 1).orElse(null),
        speaker.rank(),
        speaker.node(),
        formatTime(speaker.time()));
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
