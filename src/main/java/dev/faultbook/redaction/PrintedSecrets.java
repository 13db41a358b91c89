package dev.faultbook.redaction;

import dev.faultbook.redaction.NameRule.Form;
import java.util.List;

/**
 * Commands that print a secret on the next line: {@code echo $HF_TOKEN}, {@code printenv
 * DB_PASSWORD}, {@code cat /run/secrets/db_password}, {@code gh auth token}.
 */
final class PrintedSecrets {

  private static final int LONGEST_COMMAND = 400;
  private static final int LONGEST_PROMPT = 120;

  /** Signs that end a prompt or start the trace of a shell. */
  private static final String PROMPT_SIGNS = "$#%>+";

  /** Prompts of Python and of its debuggers. */
  private static final List<String> PROMPTS = List.of(">>> ", "(Pdb) ", "ipdb> ");

  /** Commands of the debuggers that print a value. */
  private static final List<String> PRINTS = List.of("p ", "pp ", "print ");

  private static final String POWERSHELL = "$env:";
  private static final String DRIVE = ":\\";
  private static final String CELL = "In [";
  private static final String CELL_END = "]: ";

  /** Commands whose output is a secret. */
  private static final List<String> COMMANDS =
      List.of(
          "argocd admin initial-password",
          "aws ecr get-login-password",
          "aws secretsmanager get-secret-value",
          "aws ssm get-parameter",
          "az acr login --expose-token",
          "gcloud auth print-access-token",
          "gcloud auth print-identity-token",
          "gcloud secrets versions access",
          "gh auth token",
          "kubectl create token",
          "kubectl get secret",
          "op read",
          "openssl rand",
          "vault kv get -field",
          "vault read -field");

  private static final List<String> ENDINGS = List.of(".txt", ".key", ".secret");

  private final Assignments assignments;

  PrintedSecrets(Assignments assignments) {
    this.assignments = assignments;
  }

  /** The name of what the command in the line prints; {@link OpenName#NONE} if it is no secret. */
  OpenName openName(String line) {
    int end = TextRuns.trimmedEnd(line, 0, line.length());
    if (end == 0 || end > LONGEST_COMMAND) {
      return OpenName.NONE;
    }
    String command = line.substring(commandStart(line, end), end);
    if (COMMANDS.stream().anyMatch(command::startsWith)) {
      return OpenName.PROMPT;
    }
    int start = TextRuns.skipBlanks(line, 0);
    int cell = line.startsWith(CELL, start) ? line.indexOf(CELL_END, start) : -1;
    boolean python =
        cell > 0 || PROMPTS.stream().anyMatch(prompt -> line.startsWith(prompt, start));
    int input = Math.min(cell + CELL_END.length(), end);
    String expression = behindPrint(cell > 0 ? line.substring(input, end) : command);
    String name = python ? expressionName(expression) : printedName(command);
    List<NameRule> rules = assignments.secretRulesFor(name, Form.EQUALS);
    return rules.isEmpty() ? OpenName.NONE : new OpenName(rules, OpenName.Ending.SIGN);
  }

  /** The expression behind a command of a debugger that prints it, or behind its prompt. */
  private static String behindPrint(String command) {
    int prompt = command.startsWith("(Pdb) ") ? "(Pdb) ".length() : 0;
    String expression = command.substring(prompt);
    return PRINTS.stream()
        .filter(expression::startsWith)
        .findFirst()
        .map(print -> expression.substring(print.length()))
        .orElse(expression);
  }

  /** Returns the start of the command behind the prompt; 0 if there is no prompt. */
  private static int commandStart(String line, int end) {
    int start = TextRuns.skipBlanks(line, 0);
    int windows = line.startsWith(DRIVE, start + 1) ? line.indexOf('>', start) : -1;
    if (windows >= 0 && windows < end && line.charAt(windows - 1) != ' ') {
      return Math.min(end, TextRuns.skipBlanks(line, windows + 1)); // C:\run>echo
    }
    for (int i = start; i + 1 < end && i < LONGEST_PROMPT; i++) {
      if (line.charAt(i + 1) == ' ' && PROMPT_SIGNS.indexOf(line.charAt(i)) >= 0) {
        start = TextRuns.skipBlanks(line, i + 1);
      }
    }
    return start;
  }

  /** The variable or the file that a command prints; empty if it prints something else. */
  private static String printedName(String command) {
    if (command.startsWith(POWERSHELL)) {
      return command.substring(POWERSHELL.length());
    }
    int blank = command.indexOf(' ');
    if (blank < 0) {
      return "";
    }
    if (command.startsWith("python")) {
      int print = command.indexOf("print(", blank);
      int close = command.lastIndexOf(')');
      return print < 0 || close < print ? "" : expressionName(command.substring(print, close + 1));
    }
    String argument = unquoted(command.substring(blank).strip());
    if (argument.chars().anyMatch(c -> c == ' ' || c == '|' || c == ';')) {
      return "";
    }
    return switch (command.substring(0, blank)) {
      case "echo" -> echoed(argument);
      case "printenv" -> argument;
      case "cat" -> fileName(argument);
      default -> "";
    };
  }

  /**
   * The variable that Python prints: {@code token}, {@code print(token)}, {@code
   * os.environ["HF_TOKEN"]}; empty if it prints something else.
   */
  private static String expressionName(String command) {
    String text = command;
    if (text.startsWith("print(") && text.endsWith(")")) {
      text = text.substring("print(".length(), text.length() - 1);
    }
    int bracket = Math.max(text.indexOf('['), text.indexOf("getenv("));
    if (bracket >= 0) {
      int quote = bracket;
      while (quote < text.length() && !TextRuns.isQuote(text.charAt(quote))) {
        quote++;
      }
      int end = quote < text.length() ? text.indexOf(text.charAt(quote), quote + 1) : -1;
      return end < 0 ? "" : text.substring(quote + 1, end);
    }
    return text.chars().allMatch(c -> TextRuns.isNamePart((char) c)) ? text : "";
  }

  private static String unquoted(String word) {
    boolean quoted =
        word.length() > 1
            && TextRuns.isQuote(word.charAt(0))
            && word.charAt(word.length() - 1) == word.charAt(0);
    return quoted ? word.substring(1, word.length() - 1) : word;
  }

  /** The variable that {@code echo} prints; empty if it prints something else. */
  private static String echoed(String argument) {
    boolean windows =
        argument.length() > 2 && argument.startsWith("%") && argument.endsWith("%"); // %NAME%
    if (windows) {
      return argument.substring(1, argument.length() - 1);
    }
    return argument.startsWith("$") ? variable(argument.substring(1)) : "";
  }

  private static String variable(String word) {
    boolean braces = word.startsWith("{") && word.endsWith("}");
    return braces ? word.substring(1, word.length() - 1) : word;
  }

  private static String fileName(String path) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    for (String ending : ENDINGS) {
      if (name.endsWith(ending)) {
        return name.substring(0, name.length() - ending.length());
      }
    }
    return name;
  }
}
