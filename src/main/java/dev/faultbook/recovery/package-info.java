/**
 * Whether a failed job can be restarted, and after what action. Entries, code tables and failure
 * events all use these terms.
 */
@NullMarked
package dev.faultbook.recovery;

import org.jspecify.annotations.NullMarked;
