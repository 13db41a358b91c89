package dev.faultbook.content;

import dev.faultbook.language.LocalizedText;
import dev.faultbook.signature.Condition;

/**
 * A condition on facts that speaks for or against an entry.
 *
 * @param when the condition
 * @param because the sentence that is shown when it holds
 */
public record FactCondition(Condition when, LocalizedText because) {}
