/**
 * A diagnosis as a document in one language: the JSON of REST, the text for terminals, what to do
 * next.
 */
package dev.faultbook.report;
