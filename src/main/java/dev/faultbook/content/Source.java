package dev.faultbook.content;

/**
 * A document that supports an entry.
 *
 * @param url its address
 * @param title its title
 * @param supports the statement that it supports; may be empty
 */
public record Source(String url, String title, String supports) {}
