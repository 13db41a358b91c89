package dev.faultbook.codes;

import dev.faultbook.content.LocalizedText;
import dev.faultbook.content.Retry;
import java.util.List;
import java.util.Optional;

/**
 * A row of a code table.
 *
 * @param family id of its family, such as {@code xid}
 * @param code as printed: {@code 79}, {@code -9}, {@code OOMKilled}
 * @param kind its significance for a failure
 * @param spelling its other spellings
 * @param meaning what happened, in a sentence
 * @param layer where the fault usually lies; one of the layers of entries
 * @param advice what to do
 * @param entry id of the entry that explains it, if any
 * @param source address of the document of the row, if it is not the family's
 * @param ends how a job ends that prints the code; empty if it may go on
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
    Optional<String> source,
    Optional<Ending> ends) {

  /**
   * The spellings of a code besides its number.
   *
   * @param name its name: {@code cudaErrorIllegalAddress}; or the code itself
   * @param aliases other names: {@code CUDA_ERROR_ILLEGAL_ADDRESS}, {@code SIGKILL}
   * @param texts texts that the software prints in place of the code: {@code misaligned address}
   * @param former the number in old releases; empty if it did not change
   */
  public record Spelling(
      String name, List<String> aliases, List<String> texts, Optional<String> former) {
    public Spelling {
      aliases = List.copyOf(aliases);
      texts = List.copyOf(texts);
    }
  }

  /**
   * What to do about a code.
   *
   * @param action the action
   * @param verdict what a restart would do, if it differs from the action's
   * @param hint where to look, or what to do first
   * @param cases cases distinguished by the rest of the line; the first match applies
   * @param advised the action in the terms of the family's advisor, such as {@code RESET_GPU} in
   *     NVIDIA's catalogue
   */
  public record Advice(
      CodeAction action,
      Optional<Retry.Verdict> verdict,
      Optional<LocalizedText> hint,
      List<CodeCase> cases,
      Optional<String> advised) {
    public Advice {
      cases = List.copyOf(cases);
    }
  }

  /**
   * The last part of its page's address: the code without characters that an address cannot
   * contain.
   */
  public String slug() {
    return slug(code);
  }

  static String slug(String code) {
    StringBuilder slug = new StringBuilder();
    for (int i = 0; i < code.length(); i++) {
      char c = code.charAt(i);
      boolean begun = !slug.isEmpty();
      if (CodeLine.isNamePart(c) || c == '-' || c == ':') {
        slug.append(c);
      } else if (c == '.' && begun && slug.charAt(slug.length() - 1) != '.') {
        slug.append(c);
      } else if (begun && " /".indexOf(c) >= 0) {
        slug.append('-');
      }
    }
    int end = slug.length();
    while (end > 0 && ".-".indexOf(slug.charAt(end - 1)) >= 0) {
      end--;
    }
    return slug.substring(0, end);
  }

  public String url() {
    return "/codes/" + family + "/" + slug();
  }

  /** Whether its name is more specific than the code itself. */
  public boolean named() {
    return !spelling.name().equals(code);
  }

  /** The case that the rest of a line describes. */
  Optional<CodeCase> caseOf(String rest) {
    return advice.cases().stream().filter(one -> one.fitsRest(rest)).findFirst();
  }
}
