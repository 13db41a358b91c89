/**
 * A diagnosis as a document in one language: JSON for REST, text for terminals, Markdown for issues
 * and chats, with the next steps.
 */
@NullMarked
package dev.faultbook.report;

import org.jspecify.annotations.NullMarked;
