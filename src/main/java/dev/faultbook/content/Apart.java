package dev.faultbook.content;

/**
 * The test that decides between an entry and a look-alike.
 *
 * @param from id of the look-alike
 * @param command what to run
 * @param own the outcome that speaks for the entry that holds the test
 * @param other the outcome that speaks for the look-alike
 */
public record Apart(String from, CommandTemplate command, Text own, Text other) {}
