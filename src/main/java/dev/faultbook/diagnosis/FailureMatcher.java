package dev.faultbook.diagnosis;

import dev.faultbook.failure.FailureEvent;
import dev.faultbook.failure.MessageLine;
import dev.faultbook.matcher.LogMatches;
import dev.faultbook.matcher.SignatureMatch;
import dev.faultbook.signature.FailurePattern;
import dev.faultbook.signature.LineMatch;
import dev.faultbook.signature.Signature;
import dev.faultbook.stream.MatchedLine;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Asks {@code failure:} signatures about the message of the failure that ended the job. */
final class FailureMatcher {
  private final FailureAnalysis failures;

  FailureMatcher(FailureAnalysis failures) {
    this.failures = failures;
  }

  static boolean isBroad(Signature signature) {
    return signature.parts().getFirst() instanceof FailurePattern;
  }

  /**
   * The matches, at most one of each signature.
   *
   * @param lines the result of matching lines, whose forbidden signatures do not match
   */
  List<SignatureMatch> matchAll(Knowledge knowledge, LogMatches lines) {
    FailureEvent event = failures.event().orElse(null);
    if (event == null) {
      return List.of();
    }
    Map<FailurePattern.Trait, String> traits = traitsOf(event);
    String program = traits.get(FailurePattern.Trait.PROGRAM);
    List<Message> messages = event.messages().stream().map(Message::of).toList();
    List<SignatureMatch> found = new ArrayList<>();
    for (Knowledge.StructuralSignature<FailurePattern> one :
        knowledge.failureIndex().candidatesFor(messages.stream().map(Message::folded).toList())) {
      if (one.pattern().allows(traits) && !lines.isForbidden(one.entry().id(), one.number())) {
        messages.stream()
            .filter(message -> one.pattern().mayMatch(message.folded()))
            .flatMap(message -> matchMessage(one, event, message, program).stream())
            .findFirst()
            .ifPresent(found::add);
      }
    }
    return found;
  }

  private Map<FailurePattern.Trait, String> traitsOf(FailureEvent event) {
    Map<FailurePattern.Trait, String> traits = new EnumMap<>(FailurePattern.Trait.class);
    traits.put(FailurePattern.Trait.KIND, event.kind());
    String type = event.type();
    if (type != null) {
      traits.put(FailurePattern.Trait.TYPE, type);
    }
    // A small tool has no row in the table of programs: "tar: data.tar: Cannot open".
    failures
        .programNames()
        .findFirst()
        .ifPresent(name -> traits.put(FailurePattern.Trait.PROGRAM, name));
    failures
        .program()
        .ifPresent(
            program -> {
              traits.put(FailurePattern.Trait.PROGRAM, program.code());
              traits.put(FailurePattern.Trait.LAYER, program.layer());
            });
    return traits;
  }

  /** A line of the message, as patterns read it. */
  private record Message(MessageLine line, byte[] bytes, String folded) {
    static Message of(MessageLine line) {
      String text = line.text().replace('\n', ' ');
      return new Message(
          line, text.getBytes(StandardCharsets.UTF_8), text.toLowerCase(Locale.ROOT));
    }
  }

  private Optional<SignatureMatch> matchMessage(
      Knowledge.StructuralSignature<FailurePattern> one,
      FailureEvent event,
      Message message,
      @Nullable String program) {
    LineMatch match = one.pattern().findMatch(message.bytes(), 0, message.bytes().length);
    if (match == null) {
      return Optional.empty();
    }
    Map<String, String> captures = match.captureTexts(message.bytes());
    if (program != null) {
      captures.putIfAbsent(FailurePattern.PROGRAM, program);
    }
    MatchedLine line =
        failures.toMatchedLine(event, message.line(), captures, one.pattern().specificity());
    return Optional.of(one.toMatch(line));
  }
}
