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

  /** Shapes with a prefix. */
  private final List<LineGrams.Group<Triggered>> prefixed;

  /** Shapes that only the words of the line identify. */
  private final List<Triggered> words;

  TokenShapes(List<TokenShape> shapes) {
    List<Triggered> all = shapes.stream().map(Triggered::of).toList();
    prefixed =
        LineGrams.Group.of(
            all.stream().filter(triggered -> !triggered.shape.prefix().isEmpty()).toList(),
            triggered -> triggered.shape.prefix());
    words = all.stream().filter(triggered -> triggered.shape.prefix().isEmpty()).toList();
  }

  @Override
  public void findSecrets(String line, LineGrams grams, RedactedSpans found) {
    for (LineGrams.Group<Triggered> group : prefixed) {
      if (group.mayOccurIn(grams)) {
        findTokens(group.members(), line, grams, found);
      }
    }
    findTokens(words, line, grams, found);
  }

  private static void findTokens(
      List<Triggered> shapes, String line, LineGrams grams, RedactedSpans found) {
    for (Triggered triggered : shapes) {
      if (triggered.mayOccurIn(grams)) {
        triggered.shape.findTokens(line, found);
      }
    }
  }
}
