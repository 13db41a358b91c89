package dev.faultbook.content;

/**
 * A test that distinguishes an entry from a look-alike.
 *
 * @param from id of the look-alike
 * @param command what to run
 * @param own the outcome that indicates the entry that holds the test
 * @param other the outcome that indicates the look-alike
 */
public record DifferentialTest(
    String from, CommandTemplate command, LocalizedText own, LocalizedText other) {}
