package dev.faultbook.codes;

import com.google.re2j.Pattern;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How codes of a family look in a line of a log.
 *
 * @param words lower-case texts of at least five bytes, one of which the line contains
 * @param line what the line contains, in the syntax of RE2; its group {@code code} begins at the
 *     number, and its group {@code device} is the address of the device that reports it
 * @param has lower-case texts, one of which the line also contains; empty if none is needed
 * @param unless a lower-case text that the line does not contain; empty for none
 * @param code the code that the line states without its number; null if the line prints it
 * @param reach how many characters after the match a text of the family may begin; 0 for numbers
 */
public record CodeLook(
    List<String> words,
    String line,
    List<String> has,
    String unless,
    @Nullable String code,
    int reach) {
  static final String CODE = "code";
  static final String DEVICE = "device";

  public CodeLook {
    words = List.copyOf(words);
    has = List.copyOf(has);
  }

  /** Compiles the line, in which {@code {code}} and {@code {device}} stand for these groups. */
  Pattern compile() {
    return Pattern.compile(
        line.replace("{code}", "(?P<code>-?[0-9])").replace("{device}", "(?P<device>[^ )]*)"),
        Pattern.CASE_INSENSITIVE);
  }

  boolean mayFit(CodeLine text) {
    return words.stream().anyMatch(text::containsWord)
        && (has.isEmpty() || has.stream().anyMatch(text::containsWord))
        && (unless.isEmpty() || !text.containsWord(unless));
  }
}
