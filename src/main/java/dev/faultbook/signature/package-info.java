/**
 * The signature language: text that a curator can paste and generalise, compiled into patterns that
 * run in time linear in the length of a line.
 *
 * <p>A plain signature is literal text with gaps ({@code ...}) and captures ({@code {size:size}}).
 * It is matched by an ordered search for its literal pieces: the first place at which a piece fits
 * is taken and never given up for a later one, so there is nothing to backtrack into. Captures are
 * bounded in length for the same reason. Regular expressions run on RE2/J, which has no
 * backtracking either; {@code java.util.regex} is not used here at all, because the text that is
 * searched comes from strangers.
 *
 * <p>Every pattern states the literals that a line must hold for it to match ({@link
 * dev.faultbook.signature.LinePattern#requiredLiterals()}). A pattern that has none would have to
 * be tried on every line, which is what makes other log analysers slow; it is refused when the
 * content is loaded, with a hint.
 *
 * <p>Questions about the fields of JSON lines are asked in a part of jq's language; their answers
 * can multiply, so each question has a budget of steps, and running out of it is no match.
 *
 * <p>A bad signature is a result ({@link dev.faultbook.signature.SignatureError}), never an
 * exception: a curator wants to see all faults of a folder at once.
 */
@NullMarked
package dev.faultbook.signature;

import org.jspecify.annotations.NullMarked;
