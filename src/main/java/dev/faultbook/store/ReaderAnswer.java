package dev.faultbook.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a reader said about an entry.
 *
 * @param entry id of the entry, which may no longer exist
 * @param helpful whether it helped
 * @param actual id of the entry that it was instead; null if nobody said
 * @param comment the comment, redacted; may be empty
 * @param created when it was given
 * @param diagnosis id of the shared diagnosis that it is about; null if there was none or it has
 *     expired
 */
public record ReaderAnswer(
    String entry,
    boolean helpful,
    @Nullable String actual,
    String comment,
    Instant created,
    @Nullable String diagnosis) {}
