package dev.faultbook.redaction;

import java.util.List;

/** Tokens that show by their shape what they are, whatever stands around them. */
final class TokenShapes implements SecretFinder {

  private record Triggered(LineGrams.Trigger trigger, TokenShape shape) {}

  private final List<Triggered> shapes;

  TokenShapes(List<TokenShape> shapes) {
    this.shapes =
        shapes.stream()
            .map(shape -> new Triggered(new LineGrams.Trigger(shape.prefix()), shape))
            .toList();
  }

  @Override
  public void findSecrets(String line, LineGrams grams, RedactedSpans found) {
    for (Triggered triggered : shapes) {
      if (triggered.trigger.mayOccurIn(grams)) {
        triggered.shape.findTokens(line, found);
      }
    }
  }
}
