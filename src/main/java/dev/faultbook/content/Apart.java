package dev.faultbook.content;

/**
 * The test that decides between an entry and a look-alike.
 *
 * @param from id of the look-alike
 * @param command what to run, possibly of several lines, with {@code {{name|default}}} places still
 *     open
 * @param own the outcome that speaks for the entry that holds the test
 * @param other the outcome that speaks for the look-alike
 */
public record Apart(String from, String command, Text own, Text other) {}
