package dev.faultbook.redaction;

import dev.faultbook.redaction.RedactionRules.CommandRule;
import dev.faultbook.redaction.RedactionRules.Place;
import java.util.List;

/**
 * Credentials that are recognised by their position in a command, not by a name ({@code docker
 * login -u USER -p SECRET}), and those of netrc files.
 */
final class LoginCommands implements SecretFinder {

  private static final String NETRC = "machine";
  private static final int MIN_ARGUMENT = 32;

  private record Command(LineGrams.Trigger trigger, String name, CommandRule rule) {}

  private final List<Command> commands;

  LoginCommands(List<CommandRule> rules) {
    commands =
        rules.stream()
            .flatMap(
                rule ->
                    rule.words().stream()
                        .map(name -> new Command(new LineGrams.Trigger(name), name, rule)))
            .toList();
  }

  @Override
  public void findSecrets(String line, LineGrams grams, RedactedSpans found) {
    for (Command command : commands) {
      if (!command.trigger.mayOccurIn(grams)) {
        continue;
      }
      int at = ShellWords.findCommand(line, command.name, 0);
      while (at >= 0) {
        ShellWords words = new ShellWords(line, at + command.name.length());
        readArguments(words, command.rule, found);
        at = ShellWords.findCommand(line, command.name, words.end());
      }
    }
    findNetrc(line, found);
  }

  private static void readArguments(ShellWords words, CommandRule rule, RedactedSpans found) {
    while (words.moveToNext()) {
      if (rule.place() == Place.ARGUMENT) {
        if (words.length() >= MIN_ARGUMENT) {
          takeValue(words, words.start(), found);
        }
        continue;
      }
      if (rule.place() == Place.AFTER_ADDRESS) {
        if (words.line().substring(words.start(), words.end()).contains("://")) {
          takeUntilOption(words, found);
        }
        continue;
      }
      for (String option : rule.options()) {
        if (words.startsWith(option) && readOption(words, option, rule.place(), found)) {
          break;
        }
      }
    }
  }

  /**
   * Whether the current word is the option. If it is, its value is redacted, which may be the next
   * word.
   */
  private static boolean readOption(
      ShellWords words, String option, Place place, RedactedSpans found) {
    boolean alone = words.length() == option.length();
    if (place == Place.GLUED && alone) {
      return true;
    }
    int start = words.start() + option.length();
    if (alone) {
      if (!words.moveToNext()) {
        return true;
      }
      start = words.start();
    } else if (words.charAt(start) == '=') {
      start++;
    } else if (option.startsWith("--")) {
      return false; // --user-agent is not --user
    }
    if (place == Place.PAIR) {
      takePair(words, start, found);
    } else {
      takeValue(words, start, found);
    }
    return true;
  }

  private static void takeValue(ShellWords words, int from, RedactedSpans found) {
    SecretValue value = words.valueAt(from);
    if (value.length() > 0 && !Placeholders.startsAt(words.line(), value.start())) {
      found.add(value.start(), value.end(), SecretKind.SECRET);
    }
    words.continueAt(value.end());
  }

  private static void takeUntilOption(ShellWords words, RedactedSpans found) {
    while (words.moveToNext() && words.charAt(words.start()) != '-') {
      takeValue(words, words.start(), found);
    }
  }

  private static void takePair(ShellWords words, int from, RedactedSpans found) {
    SecretValue value = words.valueAt(from);
    int colon = words.line().indexOf(':', value.start(), Math.max(value.start(), value.end()));
    if (colon < 0) {
      return;
    }
    if (!Placeholders.startsAt(words.line(), value.start())) {
      found.add(value.start(), colon, SecretKind.USER);
    }
    if (!Placeholders.startsAt(words.line(), colon + 1)) {
      found.add(colon + 1, value.end(), SecretKind.SECRET);
    }
    words.continueAt(value.end());
  }

  /** {@code machine api.wandb.ai login user password SECRET}. */
  private static void findNetrc(String line, RedactedSpans found) {
    int at = ShellWords.findCommand(line, NETRC, 0);
    while (at >= 0) {
      ShellWords words = new ShellWords(line, at + NETRC.length());
      boolean hasHost = words.moveToNext();
      if (hasHost && words.moveToNext() && words.isWord("login") && words.moveToNext()) {
        int user = words.start();
        int userEnd = words.end();
        if (words.moveToNext() && words.isWord("password") && words.moveToNext()) {
          if (!Placeholders.startsAt(line, user)) {
            found.add(user, userEnd, SecretKind.USER);
          }
          takeValue(words, words.start(), found);
        }
      }
      at = ShellWords.findCommand(line, NETRC, words.end());
    }
  }
}
