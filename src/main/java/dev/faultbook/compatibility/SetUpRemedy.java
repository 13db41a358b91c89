package dev.faultbook.compatibility;

/**
 * A remedy for a verdict.
 *
 * @param what what to do
 * @param command the command to copy; empty if there is none
 */
public record SetUpRemedy(Statement what, String command) {}
