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
  private static final int LONGEST_NAME = 80;

  private record Command(LineGrams.Trigger trigger, String name, CommandRule rule) {}

  private static final String PASS = "pass:";

  private final List<Command> commands;
  private final Assignments assignments;

  LoginCommands(List<CommandRule> rules, Assignments assignments) {
    this.assignments = assignments;
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

  private void readArguments(ShellWords words, CommandRule rule, RedactedSpans found) {
    while (words.moveToNext()) {
      if (rule.place() == Place.ARGUMENT) {
        if (words.length() >= MIN_ARGUMENT) {
          takeValue(words, words.start(), found);
        }
        continue;
      }
      if (rule.place() == Place.ASSIGNMENT) {
        takeAssigned(words, found);
        continue;
      }
      if (rule.place() == Place.AFTER_ADDRESS) {
        if (words.line().substring(words.start(), words.end()).contains("://")) {
          takeUntilOption(words, found);
        }
        continue;
      }
      for (String option : rule.options()) {
        if (words.startsWith(option) && readOption(words, option, rule, found)) {
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
      ShellWords words, String option, CommandRule rule, RedactedSpans found) {
    Place place = rule.place();
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
    } else if (option.startsWith("--") || place == Place.ALONE || place == Place.SOURCE) {
      return false; // --user-agent is not --user, -passin is not -pass
    }
    if (place == Place.PAIR) {
      takePair(words, start, rule.separator(), found);
    } else if (place != Place.SOURCE) {
      takeValue(words, start, found);
    } else if (words.line().startsWith(PASS, start)) {
      takeValue(words, start + PASS.length(), found);
    }
    return true;
  }

  /** Redacts the next word if the current one is the name of a secret. */
  private void takeAssigned(ShellWords words, RedactedSpans found) {
    String name = words.line().substring(words.start(), words.end());
    if (name.length() > LONGEST_NAME || !assignments.isSecretName(name) || !words.moveToNext()) {
      return;
    }
    takeValue(words, words.start(), found);
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

  private static void takePair(ShellWords words, int from, char separator, RedactedSpans found) {
    SecretValue value = words.valueAt(from);
    int sign = words.line().indexOf(separator, value.start(), Math.max(value.start(), value.end()));
    if (sign < 0) {
      return;
    }
    if (!Placeholders.startsAt(words.line(), value.start())) {
      found.add(value.start(), sign, SecretKind.USER);
    }
    if (!Placeholders.startsAt(words.line(), sign + 1)) {
      found.add(sign + 1, value.end(), SecretKind.SECRET);
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
