package dev.faultbook.codes;

import java.util.List;
import java.util.Optional;

/**
 * All code tables of an edition.
 *
 * @param families in the order in which they are listed
 */
public record CodeTables(List<CodeFamily> families) {
  /** No tables, for a content folder without them. */
  public static final CodeTables NONE = new CodeTables(List.of());

  public CodeTables {
    families = List.copyOf(families);
  }

  /** The family with an id; empty if there is none. */
  public Optional<CodeFamily> findFamily(String id) {
    return families.stream().filter(family -> family.id().equals(id)).findFirst();
  }

  /** A row by the id of its family and its code, slug, name or alias. */
  public Optional<Code> findCode(String family, String spelled) {
    return findFamily(family).flatMap(one -> one.findCode(spelled));
  }
}
