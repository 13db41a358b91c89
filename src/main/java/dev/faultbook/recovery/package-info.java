/**
 * Whether a failed job can be started again, and after what. Entries, code tables and the structure
 * of a failure all answer in these words.
 */
package dev.faultbook.recovery;
