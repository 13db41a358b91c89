package dev.faultbook.report;

import org.jspecify.annotations.Nullable;

/** The commands that print pages where no server shows them. */
public final class PageCommand {
  private static final String ENTRIES = "/entries/";
  private static final String CODES = "/codes/";

  private PageCommand() {}

  /**
   * {@code faultbook explain FB-0041}, {@code faultbook codes xid 79}.
   *
   * @param path path of the page of an entry or a code
   * @param code short code of the entry, if it has one
   */
  public static String of(String path, @Nullable String code) {
    return path.startsWith(CODES)
        ? "faultbook codes " + path.substring(CODES.length()).replace('/', ' ')
        : "faultbook explain " + (code == null ? path.substring(ENTRIES.length()) : code);
  }
}
