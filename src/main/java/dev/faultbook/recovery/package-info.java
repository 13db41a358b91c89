/**
 * Whether a failed job can be started again, and after what. Entries, code tables and the structure
 * of a failure all answer in these words.
 */
@NullMarked
package dev.faultbook.recovery;

import org.jspecify.annotations.NullMarked;
