package dev.faultbook.codes;

import dev.faultbook.language.LocalizedText;
import dev.faultbook.recovery.Retry;
import java.util.List;
import java.util.Optional;

/**
 * A row of a code table.
 *
 * @param family id of its family, such as {@code xid}
 * @param code as it is printed: {@code 79}, {@code -9}, {@code OOMKilled}
 * @param kind how much it says about a failure
 * @param spelling how else it is written
 * @param meaning what happened, in a sentence
 * @param layer where the fault usually lies; one of the layers of entries
 * @param advice what to do
 * @param entry id of the entry that explains it
 * @param source address of the document that the row was taken from, where it is not the family's
 */
public record Code(
    String family,
    String code,
    CodeKind kind,
    Spelling spelling,
    LocalizedText meaning,
    String layer,
    Advice advice,
    Optional<String> entry,
    Optional<String> source) {

  /**
   * How a code is written besides its number.
   *
   * @param name its name: {@code cudaErrorIllegalAddress}; or the code itself
   * @param aliases other names: {@code CUDA_ERROR_ILLEGAL_ADDRESS}, {@code SIGKILL}
   * @param texts what the software prints in its place: {@code misaligned address}
   * @param former the number in old releases; empty when it did not change
   */
  public record Spelling(
      String name, List<String> aliases, List<String> texts, Optional<String> former) {
    /** The lists cannot be changed. */
    public Spelling {
      aliases = List.copyOf(aliases);
      texts = List.copyOf(texts);
    }
  }

  /**
   * What to do about a code.
   *
   * @param action the action
   * @param verdict what a new start would do, where it is not what the action says
   * @param hint where to look, or what to do first
   * @param cases what the rest of the line makes of it, the first that fits
   * @param advised the action in the words of the family's advisor, as NVIDIA's catalogue writes
   *     {@code RESET_GPU}
   */
  public record Advice(
      CodeAction action,
      Optional<Retry.Verdict> verdict,
      Optional<LocalizedText> hint,
      List<CodeCase> cases,
      Optional<String> advised) {
    /** The list cannot be changed. */
    public Advice {
      cases = List.copyOf(cases);
    }
  }

  /** The last part of its page's address: the code without what an address cannot hold. */
  public String slug() {
    return slug(code);
  }

  static String slug(String code) {
    StringBuilder slug = new StringBuilder();
    for (int i = 0; i < code.length(); i++) {
      char c = code.charAt(i);
      boolean kept = c < 128 && Character.isLetterOrDigit(c) || c == '-' || c == ':' || c == '_';
      if (kept || c == '.' && !slug.isEmpty() && slug.charAt(slug.length() - 1) != '.') {
        slug.append(c);
      } else if ((c == ' ' || c == '/') && !slug.isEmpty()) {
        slug.append('-');
      }
    }
    int end = slug.length();
    while (end > 0 && (slug.charAt(end - 1) == '.' || slug.charAt(end - 1) == '-')) {
      end--;
    }
    return slug.substring(0, end);
  }

  /** Address of its page. */
  public String url() {
    return "/codes/" + family + "/" + slug();
  }

  /** Whether its name says more than the code itself. */
  public boolean named() {
    return !spelling.name().equals(code);
  }

  /** The case that the rest of a line describes. */
  Optional<CodeCase> caseOf(String rest) {
    return advice.cases().stream().filter(one -> one.fitsRest(rest)).findFirst();
  }
}
