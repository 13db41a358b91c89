package dev.faultbook.signature;

/**
 * An error in a signature, with the correction.
 *
 * @param line line of the YAML file, from 1; 0 if unknown
 * @param message one or two sentences for the author
 */
public record SignatureError(int line, String message) {}
