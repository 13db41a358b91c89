package dev.faultbook.codes;

import com.google.re2j.Pattern;
import java.util.List;

/**
 * How codes of a family look in a line of a log.
 *
 * @param words lower-case texts of at least five bytes, one of which the line contains; {@code
 *     {code}} and {@code {text}} stand for the codes and the texts of the family
 * @param begins what the line begins with, in the syntax of RE2; empty for anything
 * @param line what the line contains, in the syntax of RE2; its group {@code code} begins at the
 *     number, {@code name} is a code or another name of a row, and {@code device} is the address of
 *     the device that reports it. A match without any of these groups means nothing
 * @param ends what follows a text, in the syntax of RE2; empty for anything
 * @param has lower-case texts, one of which the line also contains; empty if none is needed
 * @param unless a lower-case text that the line does not contain; empty for none
 * @param code the code or name that the line states without printing it, in which {@code {name}}
 *     stands for that group; empty if the line prints it
 * @param reach how many characters after the match a text of the family may begin; 0 if the line
 *     prints a code
 */
public record CodeLook(
    List<String> words,
    String begins,
    String line,
    String ends,
    List<String> has,
    String unless,
    String code,
    int reach) {
  static final String CODE = "code";
  static final String NAME = "name";
  static final String DEVICE = "device";

  public CodeLook {
    words = List.copyOf(words);
    has = List.copyOf(has);
  }

  /** Whether a match states a code. */
  boolean statesCode() {
    return reach > 0
        || !code.isEmpty()
        || List.of("{code}", "{name}", "(?P<code>", "(?P<name>").stream().anyMatch(line::contains);
  }

  /** Compiles a part that a text begins with: without the anchor, the whole text would be read. */
  static Pattern compileStart(String part) {
    return compile("^(?:" + part + ")");
  }

  /** Compiles a part, in which {@code {code}} and so on stand for the usual groups. */
  static Pattern compile(String part) {
    return Pattern.compile(
        part.replace("{code}", "(?P<code>-?[0-9])")
            .replace("{name}", "(?-i:(?P<name>[A-Z][A-Za-z0-9_]+[+]?))")
            .replace("{device}", "(?P<device>[^ )]*)"),
        Pattern.CASE_INSENSITIVE);
  }
}
