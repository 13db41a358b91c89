package dev.faultbook.content;

import dev.faultbook.signature.Condition;

/**
 * A condition on facts that supports or excludes an entry.
 *
 * @param when the condition
 * @param because the sentence that is shown if it holds
 */
public record FactCondition(Condition when, LocalizedText because) {}
