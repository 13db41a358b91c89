package dev.faultbook.signature;

/**
 * What is wrong with a signature, and what to write instead.
 *
 * @param line line of the YAML file, counted from 1; 0 when it is not known
 * @param message one sentence or two, for the person who wrote it
 */
public record SignatureError(int line, String message) {}
