package dev.faultbook.store;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A key by which a machine calls REST and MCP, without its secret.
 *
 * @param name what the operator calls it; no two valid keys have the same
 * @param scopes what it allows
 * @param rate most calls a minute at each instance
 * @param created when it was created
 * @param used when it was last used, to a minute; null if never
 * @param revoked since when it is no longer valid; null if it is
 */
public record ApiKey(
    String name,
    Set<Scope> scopes,
    int rate,
    Instant created,
    @Nullable Instant used,
    @Nullable Instant revoked) {

  /** A kind of call. */
  public enum Scope {
    /** Calls that send something: logs, messages to the tools, feedback. */
    DIAGNOSE,
    /** Calls that only read: search, entries, codes, shared diagnoses. */
    READ
  }
}
