package dev.faultbook.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.faultbook.codes.Code;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.diagnosis.Occurrence;
import dev.faultbook.failure.Failure;
import dev.faultbook.failure.FailureEvent;
import dev.faultbook.failure.StackFrame;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What ended the job, whether or not an entry explains it.
 *
 * @param kind {@code exception}, {@code signal}, {@code exit}, {@code scheduler}, {@code command},
 *     {@code kernel} or {@code message}
 * @param time the time: ISO 8601 date and time, with an offset only if the log states one, or the
 *     time of day; or null
 * @param timeBasis {@code line} if the line states the time, {@code after} if an earlier line does;
 *     null without a time
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
 * @param program the program that reports it, if the table of programs has it; or null
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
    @JsonProperty("time_basis") @Nullable String timeBasis,
    String text,
    @Nullable String type,
    @Nullable String message,
    @Nullable Frame frame,
    @JsonProperty("raised_in") @Nullable Raised raisedIn,
    List<Frame> stack,
    List<Long> chain,
    int alike,
    @Nullable String scope,
    @Nullable Program program,
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

  /**
   * A program of the field.
   *
   * @param name as the table has it
   * @param layer its layer
   * @param hint where its own log and its configuration are, and how to ask it for more; or null
   * @param url address of its page
   */
  public record Program(String name, String layer, @Nullable String hint, String url) {
    private static Program of(Code code, Language language) {
      return new Program(
          code.spelling().name(),
          code.layer(),
          code.advice().hint().map(hint -> hint.in(language)).orElse(null),
          code.url());
    }
  }

  /** The failure of a diagnosis; null if the log shows none. */
  static @Nullable FailureReport fromDiagnosis(
      Diagnosis diagnosis, LinePlaces places, Language language) {
    return diagnosis
        .failure()
        .occurrence()
        .map(of -> toReport(of, diagnosis, places, language))
        .orElse(null);
  }

  private static FailureReport toReport(
      Occurrence of, Diagnosis diagnosis, LinePlaces places, Language language) {
    Optional<FailureEvent> event = Optional.ofNullable(of.event());
    List<StackFrame> frames = event.map(FailureEvent::frames).orElse(List.of());
    Optional<String> type = event.map(FailureEvent::type);
    return new FailureReport(
        event.map(FailureEvent::kind).orElseGet(() -> new Failure.Message().kind()),
        of.line(),
        places.sourceOf(of.line()),
        places.lineInSource(of.line()),
        of.rank(),
        of.node(),
        of.time() == null ? null : of.time().toIso(),
        of.time() == null || of.time().toIso() == null ? null : of.time().basis(),
        of.text(),
        type.orElse(null),
        type.flatMap(t -> event.map(FailureEvent::message)).filter(m -> !m.isEmpty()).orElse(null),
        event
            .map(FailureEvent::ownFrame)
            .or(() -> diagnosis.frameOfHang())
            .map(FailureReport::toFrame)
            .orElse(null),
        event.map(FailureEvent::raisedIn).map(frame -> toRaised(diagnosis, frame)).orElse(null),
        frames.subList(Math.max(0, frames.size() - MAX_FRAMES), frames.size()).stream()
            .map(FailureReport::toFrame)
            .toList(),
        event.map(FailureEvent::chain).orElse(List.of()),
        Math.max(1, diagnosis.failure().countAlike()),
        event.map(shown -> scopeOf(diagnosis, shown)).orElse(null),
        event
            .flatMap(shown -> diagnosis.failure().program())
            .map(program -> Program.of(program, language))
            .orElse(null),
        diagnosis.findExplanation().map(finding -> finding.entry().id()).orElse(null));
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

  static Frame toFrame(StackFrame frame) {
    return new Frame(frame.file(), frame.line(), frame.function(), frame.library(), frame.isOwn());
  }

  private static Raised toRaised(Diagnosis diagnosis, StackFrame frame) {
    String library = frame.library();
    List<String> versions = library == null ? List.of() : diagnosis.facts().values(library);
    return new Raised(library, versions.size() == 1 ? versions.getFirst() : null, frame.function());
  }
}
