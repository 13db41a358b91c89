package dev.faultbook.content;

/**
 * A document that supports what an entry says.
 *
 * @param url where it is
 * @param title what it is
 * @param supports which statement it supports; may be empty
 */
public record Source(String url, String title, String supports) {}
