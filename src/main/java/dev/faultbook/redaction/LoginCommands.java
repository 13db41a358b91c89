package dev.faultbook.redaction;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.List;

/** Commands and files that take a credential by its place, not by a name. */
final class LoginCommands implements SecretFinder {

  /** The first group is a user's name or empty, the second the secret. */
  private record Command(String trigger, Pattern pattern) {
    static Command of(String trigger, String pattern) {
      return new Command(trigger, Pattern.compile(pattern));
    }
  }

  private static final List<Command> COMMANDS =
      List.of(
          Command.of("machine ", "machine\\s+\\S+\\s+login\\s+(\\S+)\\s+password\\s+(\\S+)"),
          Command.of("wandb login", "wandb login()\\s+(?:-\\S+\\s+)*([0-9A-Za-z_-]{32,})"),
          Command.of("sshpass", "sshpass()\\s+-p\\s*['\"]?([^\\s'\"]+)"),
          Command.of("docker login", "docker login\\b.*?()\\s-p[ =]?['\"]?([^\\s'\"]+)"),
          Command.of("curl ", "curl\\b.*?\\s(?:-u|--user)[ =]?['\"]?([^\\s'\":]+):([^\\s'\"]+)"));

  @Override
  public void find(String line, RedactedSpans found) {
    for (Command command : COMMANDS) {
      if (!line.contains(command.trigger)) {
        continue;
      }
      Matcher matcher = command.pattern.matcher(line);
      while (matcher.find()) {
        if (!Placeholders.standsAt(line, matcher.start(1))) {
          found.add(matcher.start(1), matcher.end(1), SecretKind.USER);
        }
        if (!Placeholders.standsAt(line, matcher.start(2))) {
          found.add(matcher.start(2), matcher.end(2), SecretKind.SECRET);
        }
      }
    }
  }
}
