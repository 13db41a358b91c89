package dev.faultbook.codes;

import dev.faultbook.content.LocalizedText;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The codes of one piece of software.
 *
 * @param id name in addresses and JSON: {@code ib-wc}
 * @param name what people call it
 * @param about the software that prints them, and the format of its lines
 * @param advisor who recommends the actions, such as {@code NVIDIA}; empty when the table does
 * @param spellings what stands before a number when people write it: {@code exit code}
 * @param notes common mistakes
 * @param sources documents that support the table
 * @param looks how the codes look in a log, if the table tells it
 * @param codes the rows
 */
public record CodeFamily(
    String id,
    LocalizedText name,
    LocalizedText about,
    Optional<String> advisor,
    List<String> spellings,
    List<LocalizedText> notes,
    List<String> sources,
    List<CodeLook> looks,
    List<Code> codes) {
  public CodeFamily {
    spellings = List.copyOf(spellings);
    notes = List.copyOf(notes);
    sources = List.copyOf(sources);
    looks = List.copyOf(looks);
    codes = List.copyOf(codes);
  }

  /**
   * The row of a code, a slug, a name or an alias, in this order. Case matters only if two codes
   * differ in nothing else.
   */
  public Optional<Code> findCode(String spelled) {
    String asked = toLower(spelled);
    return codes.stream()
        .filter(code -> code.code().equals(spelled) || code.slug().equals(spelled))
        .findFirst()
        .or(() -> findByCode(asked))
        .or(() -> findByName(asked));
  }

  private Optional<Code> findByCode(String asked) {
    return codes.stream()
        .filter(code -> toLower(code.code()).equals(asked) || toLower(code.slug()).equals(asked))
        .findFirst();
  }

  private Optional<Code> findByName(String asked) {
    return codes.stream()
        .filter(
            code ->
                toLower(code.spelling().name()).equals(asked)
                    || code.spelling().aliases().stream().anyMatch(a -> toLower(a).equals(asked)))
        .findFirst();
  }

  private static String toLower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
