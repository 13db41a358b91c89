package dev.faultbook.web;

/**
 * A stretch of a line that looks the same throughout.
 *
 * @param text what it says
 * @param style class of its colour, from the terminal; or empty
 * @param mark class of the finding that it bears out; or empty
 */
public record StyledText(String text, String style, String mark) {}
