/**
 * A diagnosis as a document in one language: the JSON of REST, the text for terminals, what to do
 * next.
 */
@NullMarked
package dev.faultbook.report;

import org.jspecify.annotations.NullMarked;
