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
  private static final LineGrams.Trigger NETRC_TRIGGER = new LineGrams.Trigger(NETRC);
  private static final int MIN_ARGUMENT = 32;
  private static final int LONGEST_NAME = 80;
  private static final int LONGEST_PIPED = 300;
  private static final int MIN_PIPED = 4;
  private static final String HERE = "<<<";
  private static final String ECHO = "echo ";
  private static final String PRINTF = "printf ";
  private static final String SUDO = "sudo";

  private record Command(LineGrams.Trigger trigger, String name, CommandRule rule) {}

  private static final String PASS = "pass:";

  private final List<LineGrams.Group<Command>> groups;
  private final Assignments assignments;
  private final UserName users;

  LoginCommands(List<CommandRule> rules, Assignments assignments, UserName users) {
    this.assignments = assignments;
    this.users = users;
    List<Command> commands =
        rules.stream()
            .flatMap(
                rule ->
                    rule.words().stream()
                        .map(name -> new Command(new LineGrams.Trigger(name), name, rule)))
            .toList();
    groups = LineGrams.Group.of(commands, Command::name);
  }

  @Override
  public void findSecrets(String line, LineGrams grams, RedactedSpans found) {
    findAllCommands(line, grams, found);
    if (NETRC_TRIGGER.mayOccurIn(grams)) {
      findNetrc(line, found);
    }
    ArgumentLists lists = ArgumentLists.of(line);
    if (lists != null) {
      String text = lists.text();
      LineGrams inLists = new LineGrams();
      inLists.readLine(text);
      RedactedSpans spans = new RedactedSpans();
      findAllCommands(text, inLists, spans);
      spans.copyTo(found, lists::sourceOf);
    }
  }

  private void findAllCommands(String line, LineGrams grams, RedactedSpans found) {
    for (LineGrams.Group<Command> group : groups) {
      if (group.mayOccurIn(grams)) {
        for (Command command : group.members()) {
          if (command.trigger.mayOccurIn(grams)) {
            findCommands(line, command, found);
          }
        }
      }
    }
  }

  private void findCommands(String line, Command command, RedactedSpans found) {
    if (command.rule.place() == Place.PAIR && command.rule.options().isEmpty()) {
      findNamedPairs(line, command, found);
      return;
    }
    int at = ShellWords.findCommand(line, command.name, 0);
    while (at >= 0) {
      ShellWords words = new ShellWords(line, ShellWords.commandEnd(line, command.name, at));
      if (command.rule.place() == Place.WRITTEN) {
        takeWritten(line, at, found);
      } else if (command.rule.place() == Place.PIPED) {
        takePiped(line, at, found);
        takeHereString(words, found);
      } else {
        readArguments(words, command.rule, found);
      }
      at = ShellWords.findCommand(line, command.name, words.end());
    }
  }

  /** Redacts {@code NAME USER:SECRET}, {@code NAME=USER:SECRET}, {@code NAME: "USER:SECRET"}. */
  private static void findNamedPairs(String line, Command command, RedactedSpans found) {
    int at = line.indexOf(command.name);
    while (at >= 0) {
      int end = at + command.name.length();
      int sign = TextRuns.skipBlanks(line, skipQuote(line, end));
      boolean assigned = sign < line.length() && "=:".indexOf(line.charAt(sign)) >= 0;
      int from = skipQuote(line, TextRuns.skipBlanks(line, assigned ? sign + 1 : sign));
      boolean starts =
          at == 0 || command.name.startsWith("_") || !TextRuns.isNamePart(line.charAt(at - 1));
      boolean named = starts && from > end;
      int read = named ? takePairs(line, from, command.rule.separator(), found) : end;
      at = line.indexOf(command.name, Math.max(end, read));
    }
  }

  /**
   * Redacts {@code USER:SECRET} and {@code USER:SECRET,USER:SECRET}, and returns the end of the
   * text that was read.
   */
  private static int takePairs(String line, int from, char separator, RedactedSpans found) {
    int read = from;
    int at = from;
    while (isPair(line, at)) {
      ShellWords words = new ShellWords(line, at);
      SecretValue pair = words.valueAt(at);
      takePair(words, at, separator, found);
      read = pair.end();
      at = line.startsWith(",", read) ? read + 1 : line.length();
    }
    return read;
  }

  private static int skipQuote(String line, int from) {
    return from < line.length() && TextRuns.isQuote(line.charAt(from)) ? from + 1 : from;
  }

  /** Whether the name of a user, a colon and a word stand at a position. */
  private static boolean isPair(String line, int from) {
    int colon = from;
    while (colon < line.length()
        && colon - from < LONGEST_NAME
        && (TextRuns.isNamePart(line.charAt(colon)) || line.charAt(colon) == '@')) {
      colon++;
    }
    int secret = colon + 1;
    return colon > from
        && secret < line.length()
        && line.charAt(colon) == ':'
        && line.charAt(secret) != '/'
        && !TextRuns.isBlank(line.charAt(secret))
        && !TextRuns.isQuote(line.charAt(secret));
  }

  private void readArguments(ShellWords words, CommandRule rule, RedactedSpans found) {
    int skip = rule.skip();
    while (words.moveToNext()) {
      if (rule.place() == Place.ARGUMENT) {
        if (words.length() >= MIN_ARGUMENT && words.charAt(words.start()) != '-') {
          takeValue(words, words.start(), found);
        }
        continue;
      }
      if (rule.place() == Place.WORD) {
        if (isPlainWord(words) && skip-- == 0) {
          takeValue(words, words.start(), found);
          return;
        }
        continue;
      }
      if (rule.place() == Place.LITERAL && rule.options().isEmpty()) {
        takeLiteral(words, words.start(), found);
        continue;
      }
      if (rule.place() == Place.ASSIGNMENT) {
        takeAssigned(words, found);
        continue;
      }
      if (rule.place() == Place.ACCOUNT) {
        if (takeAccount(words, found)) {
          return;
        }
        continue;
      }
      if (rule.place() == Place.QUOTED_WORDS) {
        if (!words.isQuoted()) {
          return;
        }
        takeValue(words, words.start(), found);
        continue;
      }
      if (rule.place() == Place.AFTER_ADDRESS) {
        if (isAddress(words)) {
          takeUntilOption(words, found);
        }
        continue;
      }
      boolean read = false;
      for (String option : rule.options()) {
        if (words.startsWith(option) && readOption(words, option, rule, found)) {
          read = true;
          break;
        }
      }
      if (!read && rule.place().isLeading() && !skipOption(words)) {
        return;
      }
    }
  }

  /** Skips an option and its value; false at the first word that is none. */
  private static boolean skipOption(ShellWords words) {
    boolean option = words.charAt(words.start()) == '-';
    boolean valued = option && words.length() == 2 && !isFlag(words.charAt(words.start() + 1));
    return valued ? words.moveToNext() : option;
  }

  /** Whether a short option of sudo or sshpass takes no value. */
  private static boolean isFlag(char letter) {
    return "AbEeHiKklnNPSsVv".indexOf(letter) >= 0;
  }

  /**
   * Whether the current word is the option. If it is, its value is redacted, which may be the next
   * word.
   */
  private boolean readOption(
      ShellWords words, String option, CommandRule rule, RedactedSpans found) {
    Place place = rule.place();
    boolean alone = words.length() == option.length();
    if (place == Place.WORDS) {
      if (alone) {
        takeUntilOption(words, found);
      }
      return alone;
    }
    int start = words.start() + option.length();
    if (place == Place.GLUED && alone) {
      takeGluedQuote(words, start, found);
      return true;
    }
    if (alone) {
      if (isEmptyText(words.line(), start) || !words.moveToNext()) {
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
    } else if (place.isUser()) {
      takeUser(words, start, found);
    } else if (place == Place.LITERAL) {
      takeLiteral(words, start, found);
    } else if (place != Place.SOURCE) {
      takeValue(words, start, found);
    } else if (words.line().startsWith(PASS, start)) {
      takeValue(words, start + PASS.length(), found);
    }
    return true;
  }

  /** Whether the next word is {@code ''} or {@code ""}. */
  private static boolean isEmptyText(String line, int from) {
    int quote = TextRuns.skipBlanks(line, from);
    return quote > from
        && quote + 1 < line.length()
        && TextRuns.isQuote(line.charAt(quote))
        && line.charAt(quote + 1) == line.charAt(quote);
  }

  /** Redacts the value of {@code -p'SECRET'}, unless the quote ends a text: {@code 'mysql -p'}. */
  private static void takeGluedQuote(ShellWords words, int quote, RedactedSpans found) {
    String line = words.line();
    int close =
        quote + 1 < line.length()
                && TextRuns.isQuote(line.charAt(quote))
                && !TextRuns.isBlank(line.charAt(quote + 1))
            ? line.indexOf(line.charAt(quote), quote + 1)
            : -1;
    if (close >= 0) {
      takeValue(words, quote + 1, found);
    }
  }

  /** Redacts the next word if the current one is the name of a secret. */
  private void takeAssigned(ShellWords words, RedactedSpans found) {
    String name = words.line().substring(words.start(), words.end());
    boolean pair = name.indexOf('=') >= 0; // Assignments
    boolean secret = !pair && name.length() <= LONGEST_NAME && assignments.isSecretName(name);
    if (!secret || !words.moveToNext()) {
      return;
    }
    takeValue(words, words.start(), found);
  }

  private static void takeValue(ShellWords words, int from, RedactedSpans found) {
    SecretValue value = words.valueAt(from);
    if (value.length() > 0
        && !isReplaced(words.line(), value.start(), value.end())
        && !isMask(words.line(), value)) {
      found.add(value.start(), value.end(), SecretKind.SECRET);
    }
    words.continueAt(value.end());
  }

  /** Whether a text is a placeholder or a reference to a value elsewhere. */
  private static boolean isReplaced(String line, int start, int end) {
    return Placeholders.startsAt(line, start) || References.cover(line, start, end);
  }

  private static boolean isMask(String line, SecretValue value) {
    for (int i = value.start(); i < value.end(); i++) {
      if (line.charAt(i) != '*') {
        return false;
      }
    }
    return true;
  }

  private void takeUser(ShellWords words, int start, RedactedSpans found) {
    int end = users.nameEnd(words.line(), start, false);
    if (end == words.valueAt(start).end()) {
      found.add(start, end, SecretKind.USER);
    }
  }

  /** Redacts the value of {@code NAME=SECRET}. */
  private static void takeLiteral(ShellWords words, int from, RedactedSpans found) {
    SecretValue value = words.valueAt(from);
    int sign = words.line().indexOf('=', value.start(), Math.max(value.start(), value.end()));
    boolean option = sign >= 0 && words.charAt(value.start()) == '-';
    if (sign >= 0 && !option && !isReplaced(words.line(), sign + 1, value.end())) {
      found.add(sign + 1, value.end(), SecretKind.SECRET);
      words.continueAt(value.end());
    }
  }

  /** Redacts {@code USER/SECRET} or {@code USER/SECRET@DATABASE}; false if there is none. */
  private static boolean takeAccount(ShellWords words, RedactedSpans found) {
    int slash = words.line().indexOf('/', words.start(), words.end());
    int sign = words.line().indexOf('@', words.start(), words.end());
    boolean account = slash > words.start() && (sign < 0 || sign > slash);
    if (!account || words.charAt(words.start()) == '-' || slash + 1 == words.end()) {
      return false;
    }
    if (!Placeholders.startsAt(words.line(), words.start())) {
      found.add(words.start(), slash, SecretKind.USER);
    }
    if (!Placeholders.startsAt(words.line(), slash + 1)) {
      found.add(slash + 1, sign < 0 ? words.end() : sign, SecretKind.SECRET);
    }
    return true;
  }

  /** Whether the current word is neither an option nor {@code name=value}. */
  private static boolean isPlainWord(ShellWords words) {
    return words.charAt(words.start()) != '-'
        && words.line().indexOf('=', words.start(), words.end()) < 0;
  }

  /** Redacts the text that {@code echo} pipes into the command at a position. */
  private static void takePiped(String line, int command, RedactedSpans found) {
    int pipe = TextRuns.trimmedEnd(line, 0, command) - 1;
    if (pipe >= SUDO.length() && line.startsWith(SUDO, pipe - SUDO.length() + 1)) {
      pipe = TextRuns.trimmedEnd(line, 0, pipe - SUDO.length() + 1) - 1;
    }
    if (pipe >= 0 && line.charAt(pipe) == '|') {
      takeEchoed(line, pipe, found);
    }
  }

  /** Redacts the text that {@code echo} writes to the file whose name has a part at a position. */
  private static void takeWritten(String line, int name, RedactedSpans found) {
    int word = name;
    while (word > 0
        && name - word < LONGEST_NAME
        && !TextRuns.isBlank(line.charAt(word - 1))
        && line.charAt(word - 1) != '>') {
      word--;
    }
    int sign = TextRuns.trimmedEnd(line, 0, word) - 1;
    if (sign >= 0 && line.charAt(sign) != '>') {
      sign = line.substring(Math.max(0, word - LONGEST_NAME), word).lastIndexOf('|');
      sign = sign < 0 ? -1 : sign + Math.max(0, word - LONGEST_NAME); // echo … | tee FILE
    }
    if (sign >= 0) {
      takeEchoed(line, sign, found);
    }
  }

  /** Redacts the text of {@code echo} before a sign. */
  private static void takeEchoed(String line, int pipe, RedactedSpans found) {
    String look = line.substring(Math.max(0, pipe - LONGEST_PIPED), pipe);
    String before = look.substring(look.lastIndexOf('|') + 1);
    int echo = Math.max(before.lastIndexOf(ECHO), before.lastIndexOf(PRINTF));
    if (echo < 0) {
      return;
    }
    ShellWords words = new ShellWords(line, pipe - before.length() + before.indexOf(' ', echo));
    while (words.moveToNext()) {
      char first = words.charAt(words.start());
      if (first != '-' && first != '$' && first != '%') {
        if (words.valueAt(words.start()).length() >= MIN_PIPED) {
          takeValue(words, words.start(), found);
        }
        return;
      }
    }
  }

  /** Redacts {@code COMMAND <<< SECRET}. */
  private static void takeHereString(ShellWords words, RedactedSpans found) {
    while (words.moveToNext()) {
      if (words.startsWith(HERE)) {
        int start = words.start() + HERE.length();
        if (words.length() > HERE.length()) {
          takeValue(words, start, found);
        } else if (words.moveToNext()) {
          takeValue(words, words.start(), found);
        }
        return;
      }
    }
  }

  /** Whether the current word is a URL or the name of a Windows share. */
  private static boolean isAddress(ShellWords words) {
    return words.startsWith("\\\\")
        || words.line().substring(words.start(), words.end()).contains("://");
  }

  /** Redacts the words up to an option, except options such as {@code /user:bob}. */
  private static void takeUntilOption(ShellWords words, RedactedSpans found) {
    while (words.moveToNext() && words.charAt(words.start()) != '-') {
      boolean option =
          words.charAt(words.start()) == '/'
              && words.line().indexOf(':', words.start(), words.end()) >= 0;
      if (!option) {
        takeValue(words, words.start(), found);
      }
    }
  }

  private static void takePair(ShellWords words, int from, char separator, RedactedSpans found) {
    SecretValue value = words.valueAt(from);
    int sign = words.line().indexOf(separator, value.start(), Math.max(value.start(), value.end()));
    if (sign < 0) {
      return;
    }
    if (!isReplaced(words.line(), value.start(), sign)) {
      found.add(value.start(), sign, SecretKind.USER);
    }
    SecretValue secret = secretOfPair(words.line(), value, sign + 1);
    if (!isReplaced(words.line(), secret.start(), secret.end())) {
      found.add(secret.start(), secret.end(), SecretKind.SECRET);
    }
    words.continueAt(secret.end());
  }

  /** The second value of a pair, which may have quotes of its own: {@code bob:'two words'}. */
  private static SecretValue secretOfPair(String line, SecretValue pair, int start) {
    boolean quote = !pair.quoted() && start < line.length() && TextRuns.isQuote(line.charAt(start));
    return quote
        ? SecretValue.at(line, start, line.length())
        : new SecretValue(start, pair.end(), false);
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
