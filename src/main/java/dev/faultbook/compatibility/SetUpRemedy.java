package dev.faultbook.compatibility;

/**
 * What to do about a verdict.
 *
 * @param what what to do
 * @param command to be copied; empty when there is none
 */
public record SetUpRemedy(Statement what, String command) {}
