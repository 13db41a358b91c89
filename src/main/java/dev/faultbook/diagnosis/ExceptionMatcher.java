package dev.faultbook.diagnosis;

import dev.faultbook.failure.Failure;
import dev.faultbook.failure.FailureEvent;
import dev.faultbook.failure.MessageLine;
import dev.faultbook.failure.StackFrame;
import dev.faultbook.matcher.LogMatches;
import dev.faultbook.matcher.SignatureMatch;
import dev.faultbook.signature.ExceptionPattern;
import dev.faultbook.signature.Signature;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Matches {@code exception:} signatures against the structure of failures: messages of several
 * lines, exceptions in formats without line patterns, and signatures for any class.
 */
final class ExceptionMatcher {
  /** Most exceptions that are tried; a log with more repeats the same few. */
  private static final int MAX_EXCEPTIONS = 256;

  private static final String OWN = "own";
  private static final String LIBRARY = "library";

  /** Any exception that Python did not raise; most have no frames. */
  private static final String NATIVE = "native";

  /** The first names of packages that programs for the JVM print. */
  private static final List<String> JVM_PACKAGES =
      List.of(
          "java.",
          "javax.",
          "com.",
          "org.",
          "io.",
          "net.",
          "scala.",
          "kotlin.",
          "sun.",
          "akka.",
          "software.");

  /** The first names of .NET and Unity. */
  private static final List<String> NET_PACKAGES = List.of("System.", "Microsoft.", "UnityEngine.");

  /** Classes that the JVM, .NET and Unity print without their package; Python has none of them. */
  private static final Set<String> FOREIGN_CLASSES =
      Set.of(
          "NullPointerException",
          "NullReferenceException",
          "ArrayIndexOutOfBoundsException",
          "IndexOutOfRangeException",
          "ArgumentException",
          "ArgumentNullException",
          "ArgumentOutOfRangeException",
          "IllegalArgumentException",
          "IllegalStateException",
          "InvalidOperationException",
          "InvalidCastException",
          "ClassCastException",
          "ClassNotFoundException",
          "NoClassDefFoundError",
          "NoSuchMethodError",
          "NoSuchFieldError",
          "UnsatisfiedLinkError",
          "UnsupportedOperationException",
          "ConcurrentModificationException",
          "NumberFormatException",
          "DllNotFoundException",
          "MissingReferenceException",
          "MissingComponentException",
          "UnassignedReferenceException",
          "UnityException",
          "StackOverflowError",
          "StackOverflowException");

  /** What the stack of a program for the JVM holds where it is one of the field. */
  private static final List<String> JVM_FRAMEWORKS =
      List.of(
          "org.apache.",
          "org.tensorflow.",
          "org.pytorch.",
          "org.bytedeco.",
          "org.deeplearning4j.",
          "org.nd4j.",
          "ai.djl.",
          "ai.onnxruntime.",
          "ai.rapids.",
          "com.nvidia.",
          "ml.dmlc.",
          "com.databricks.",
          "com.intel.");

  private final FailureAnalysis failures;

  ExceptionMatcher(FailureAnalysis failures) {
    this.failures = failures;
  }

  static Optional<ExceptionPattern> patternOf(Signature signature) {
    return signature.parts().getFirst() instanceof ExceptionPattern pattern
        ? Optional.of(pattern)
        : Optional.empty();
  }

  /** Whether a signature matches any class of exception, which says nothing about the cause. */
  static boolean isNameless(Signature signature) {
    return patternOf(signature).filter(ExceptionPattern::isStructural).isPresent();
  }

  /**
   * The matches in addition to those on lines. A signature that a line of the log forbids does not
   * match an exception either.
   *
   * @param lines the result of matching lines
   * @param known the matches on lines whose conditions hold
   */
  List<SignatureMatch> matchAll(Knowledge knowledge, LogMatches lines, List<SignatureMatch> known) {
    List<FailureEvent> events =
        failures.unhandledExceptions().stream()
            .filter(e -> !e.breaksOff() || failures.event().filter(e::equals).isPresent())
            .limit(MAX_EXCEPTIONS)
            .toList();
    if (events.isEmpty()) {
      return List.of();
    }
    Set<String> seen = new HashSet<>();
    known.forEach(match -> seen.add(match.entry() + " " + match.lines().getFirst().line()));
    List<SignatureMatch> found = new ArrayList<>();
    for (Knowledge.StructuralSignature<ExceptionPattern> one : knowledge.exceptions) {
      if (!lines.isForbidden(one.entry().id(), one.number())) {
        for (FailureEvent event : events) {
          matchPattern(one, event)
              .filter(match -> seen.add(one.entry().id() + " " + event.line()))
              .ifPresent(found::add);
        }
      }
    }
    return found;
  }

  private Optional<SignatureMatch> matchPattern(
      Knowledge.StructuralSignature<ExceptionPattern> one, FailureEvent event) {
    ExceptionPattern pattern = one.pattern();
    // A signature for any exception applies to the one that ended the job, not to its consequences.
    if (pattern.isStructural()
        && failures.event().filter(first -> first == event && fitsPage(pattern, first)).isEmpty()) {
      return Optional.empty();
    }
    if (!satisfiesPattern(pattern, event)) {
      return Optional.empty();
    }
    return pattern
        .matchException(event.type(), event.message())
        .map(
            captures -> {
              Map<String, String> all = new HashMap<>(captures);
              all.putAll(structureCaptures(event));
              return one.toMatch(
                  failures.toMatchedLine(
                      event,
                      new MessageLine(event.line(), event.text()),
                      all,
                      pattern.specificity()));
            });
  }

  /** An entry about any exception means Python's, unless its signature asks for others. */
  private static boolean fitsPage(ExceptionPattern pattern, FailureEvent event) {
    return asksForNative(pattern) || isPython(event);
  }

  /**
   * Whether Python raised an exception: its frames are Python's, Python could not read a file at
   * all, or it is quoted without frames and its class is not named as those of the JVM are.
   */
  private static boolean isPython(FailureEvent event) {
    String type = event.type();
    return "SyntaxError".equals(type)
        || type != null && event.frames().isEmpty() && isQuotedPython(event, type)
        || event.frames().stream()
            .map(StackFrame::file)
            .anyMatch(file -> file.endsWith(".py") || file.startsWith("Cell In"));
  }

  private static boolean isQuotedPython(FailureEvent event, String type) {
    return event.failure() instanceof Failure.UncaughtException exception
        && exception.runtime() == Failure.UncaughtException.ExceptionRuntime.PYTHON
        && JVM_PACKAGES.stream().noneMatch(type::startsWith)
        && NET_PACKAGES.stream().noneMatch(type::startsWith)
        && !FOREIGN_CLASSES.contains(type);
  }

  /**
   * Whether an exception is one of a program for the JVM in whose stack no framework of the field
   * stands: {@code at com.shop.Cart.total(Cart.java:41)}. It says nothing about a cluster.
   */
  private static boolean isForeignJvm(FailureEvent event) {
    String type = event.type();
    return type != null
        && JVM_PACKAGES.stream().anyMatch(type::startsWith)
        && !event.frames().isEmpty()
        && event.frames().stream()
            .map(StackFrame::function)
            .noneMatch(function -> JVM_FRAMEWORKS.stream().anyMatch(function::startsWith));
  }

  private static Map<String, String> structureCaptures(FailureEvent event) {
    Map<String, String> captures = new HashMap<>();
    if (!event.breaksOff()) {
      captures.put("exception_class", event.type());
      captures.put("exception_message", event.message());
    }
    StackFrame own = event.ownFrame();
    if (own != null) {
      captures.put("own_file", own.file());
      captures.put("own_line", Integer.toString(own.line()));
      captures.put("own_function", own.function());
    }
    if (event.raisedIn() != null) {
      captures.put("raising_package", event.raisedIn().library());
    }
    return captures;
  }

  /**
   * Whether the frames satisfy the pattern; without frames only a pattern without constraints is
   * satisfied.
   */
  static boolean satisfiesPattern(ExceptionPattern pattern, FailureEvent event) {
    List<StackFrame> frames = event.frames();
    if (!pattern.needsFrames()) {
      return true;
    }
    if (asksForNative(pattern)) {
      return event.failure() instanceof Failure.UncaughtException exception
          && exception.runtime() == Failure.UncaughtException.ExceptionRuntime.NATIVE
          && !isForeignJvm(event);
    }
    if (frames.isEmpty()) {
      return false;
    }
    boolean raised = pattern.raisedIn().isEmpty() || isIn(raiserOf(frames), pattern.raisedIn());
    return raised
        && (pattern.through().isEmpty()
            || frames.stream().anyMatch(frame -> isIn(frame, pattern.through())));
  }

  /**
   * The frame that raised the exception. {@code torch.nn.Module.__getattr__} and its like report
   * only what their caller asked for.
   */
  private static StackFrame raiserOf(List<StackFrame> frames) {
    return frames.reversed().stream()
        .filter(frame -> !frame.function().equals("__getattr__"))
        .findFirst()
        .orElse(frames.getLast());
  }

  /** Whether a signature is about exceptions that Python did not raise. */
  private static boolean asksForNative(ExceptionPattern pattern) {
    return pattern.raisedIn().equals(NATIVE);
  }

  /**
   * {@code torch}, {@code torch.*}, {@code own}, or {@code library} for any frame that is not own.
   */
  private static boolean isIn(StackFrame frame, String wanted) {
    if (wanted.equals(OWN)) {
      return frame.isOwn();
    }
    if (wanted.equals(LIBRARY)) {
      return !frame.isOwn() && !"".equals(frame.library());
    }
    String name = wanted.endsWith(".*") ? wanted.substring(0, wanted.length() - 2) : wanted;
    int dot = name.indexOf('.');
    String top = dot < 0 ? name : name.substring(0, dot);
    return !frame.isOwn()
        && top.equals(frame.library())
        && (dot < 0 || frame.file().replace('\\', '/').contains("/" + name.replace('.', '/')));
  }
}
