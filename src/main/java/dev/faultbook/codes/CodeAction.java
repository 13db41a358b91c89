package dev.faultbook.codes;

import dev.faultbook.content.LocalizedText;
import dev.faultbook.content.Retry;

/**
 * An action for a code.
 *
 * @param id name in content and JSON, such as {@code reset_gpu}
 * @param verdict what a restart of the job would do
 * @param action what has to happen before it
 * @param text the action as a sentence
 */
public record CodeAction(
    String id, Retry.Verdict verdict, Retry.Action action, LocalizedText text) {}
