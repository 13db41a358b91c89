package dev.faultbook.content;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Splits the shell text of a page into simple commands and their words. Quotes, comments,
 * redirections and the bodies of here-documents are dropped; a substitution becomes a command of
 * its own.
 */
final class ShellWords {
  private static final Pattern HERE_DOCUMENT =
      Pattern.compile("<<-?\\s*['\"]?([A-Z]+)['\"]?([^\\n]*)\\n.*?\\n\\1(?=\\n|$)", Pattern.DOTALL);
  private static final Pattern REDIRECTION = Pattern.compile("[0-9]*[<>]+&?[0-9-]*");

  private final String text;
  private final List<List<String>> commands = new ArrayList<>();
  private int at;

  private ShellWords(String text) {
    this.text = text;
  }

  /**
   * Returns the words of each simple command; a substitution comes before the command that contains
   * it.
   */
  static List<List<String>> commandsOf(String text) {
    ShellWords words =
        new ShellWords(
            HERE_DOCUMENT.matcher(text).replaceAll("$2").replace("\\\n", " ").stripTrailing()
                + "\n");
    while (words.at < words.text.length()) {
      words.readList();
    }
    return words.commands;
  }

  /** Reads commands up to the end of the text or to the closing parenthesis of this list. */
  private void readList() {
    List<String> command = new ArrayList<>();
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == ')') {
        at++;
        break;
      }
      if (c == '#') {
        at = text.indexOf('\n', at);
      } else if (c == ' ' || c == '\t') {
        at++;
      } else if ("\n;|&(".indexOf(c) >= 0) {
        at++;
        end(command);
        command = new ArrayList<>();
      } else {
        command.add(readWord());
      }
    }
    end(command);
  }

  private void end(List<String> command) {
    List<String> words = new ArrayList<>();
    boolean target = false;
    for (String word : command) {
      boolean redirection = REDIRECTION.matcher(word).matches();
      if (!target && !redirection) {
        words.add(word);
      }
      target = redirection && !word.contains("&");
    }
    if (!words.isEmpty()) {
      commands.add(words);
    }
  }

  private String readWord() {
    StringBuilder word = new StringBuilder();
    while (at < text.length()) {
      char c = text.charAt(at);
      if (" \t\n;|)".indexOf(c) >= 0 || c == '&' && !isRedirection(word)) {
        break;
      }
      if ("<>".indexOf(c) >= 0 && !isRedirection(word) && !text.startsWith("<(", at)) {
        break;
      }
      readPart(word);
    }
    return word.toString();
  }

  private static boolean isRedirection(CharSequence word) {
    return word.isEmpty() || REDIRECTION.matcher(word).matches();
  }

  private void readPart(StringBuilder word) {
    char c = text.charAt(at++);
    if (c == '\'') {
      int end = text.indexOf('\'', at);
      word.append(text, at, end);
      at = end + 1;
    } else if (c == '"') {
      readDoubleQuoted(word);
    } else if ((c == '$' || c == '<') && text.startsWith("(", at)) {
      readSubstitution(word);
    } else if (c == '(') {
      readSubstitution(word.append(c));
    } else {
      word.append(c == '\\' ? text.charAt(at++) : c);
    }
  }

  private void readDoubleQuoted(StringBuilder word) {
    while (text.charAt(at) != '"') {
      if (text.startsWith("$(", at)) {
        at++;
        readSubstitution(word);
      } else {
        if (text.charAt(at) == '\\') {
          at++;
        }
        word.append(text.charAt(at++));
      }
    }
    at++;
  }

  private void readSubstitution(StringBuilder word) {
    if (text.startsWith("((", at)) {
      at = text.indexOf("))", at) + 2;
      word.append('0');
    } else {
      if (text.startsWith("(", at)) {
        at++;
      }
      readList();
      word.append("$()");
    }
  }
}
