package dev.faultbook.web;

/**
 * A part of a line with uniform style.
 *
 * @param text its text
 * @param style CSS class of its terminal colour; may be empty
 * @param mark CSS class of the finding that it supports; may be empty
 */
public record StyledText(String text, String style, String mark) {}
