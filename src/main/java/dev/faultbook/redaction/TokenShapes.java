package dev.faultbook.redaction;

import java.util.List;

/** Tokens that are recognised by their shape, mostly regardless of the text around them. */
final class TokenShapes implements SecretFinder {

  /** A shape, and the words of which the line must contain at least one. */
  private record Triggered(List<LineGrams.Trigger> triggers, TokenShape shape) {
    static Triggered of(TokenShape shape) {
      List<String> words =
          shape.prefix().isEmpty() ? shape.context().near() : List.of(shape.prefix());
      return new Triggered(words.stream().map(LineGrams.Trigger::new).toList(), shape);
    }

    boolean mayOccurIn(LineGrams grams) {
      for (LineGrams.Trigger trigger : triggers) {
        if (trigger.mayOccurIn(grams)) {
          return true;
        }
      }
      return false;
    }
  }

  private final List<Triggered> shapes;

  TokenShapes(List<TokenShape> shapes) {
    this.shapes = shapes.stream().map(Triggered::of).toList();
  }

  @Override
  public void findSecrets(String line, LineGrams grams, RedactedSpans found) {
    for (Triggered triggered : shapes) {
      if (triggered.mayOccurIn(grams)) {
        triggered.shape.findTokens(line, found);
      }
    }
  }
}
