package dev.faultbook.content;

import dev.faultbook.language.LocalizedText;

/**
 * The test that decides between an entry and a look-alike.
 *
 * @param from id of the look-alike
 * @param command what to run
 * @param own the outcome that speaks for the entry that holds the test
 * @param other the outcome that speaks for the look-alike
 */
public record DifferentialTest(
    String from, CommandTemplate command, LocalizedText own, LocalizedText other) {}
