/**
 * The signature language: text that an author can paste and generalise, compiled into patterns that
 * run in time linear in the length of a line.
 *
 * <p>A plain signature is literal text with gaps ({@code ...}) and captures ({@code {size:size}}).
 * It is matched by an ordered search for its literal pieces: the first position at which a piece
 * matches is final, so there is no backtracking. Captures are bounded in length for the same
 * reason, and a search ({@code TextSearch}) does not look twice for what it did not find: a line of
 * a megabyte that repeats the beginning of a piece took 11 s before. Regular expressions run on
 * RE2/J, which has no backtracking either; {@code java.util.regex} is not used here at all, because
 * the searched text is untrusted.
 *
 * <p>Every pattern states the literals that a line must hold for it to match ({@link
 * dev.faultbook.signature.LinePattern#requiredLiterals()}). A pattern without any would have to be
 * tried on every line; it is rejected when the content is loaded, with a hint.
 *
 * <p>Queries on the fields of JSON lines are jq's, run by jackson-jq. Its language computes without
 * bound, so only words that select fields are compiled, and one list at most is gone through.
 *
 * <p>A bad signature is a result ({@link dev.faultbook.signature.SignatureError}), never an
 * exception: an author wants to see all errors of a folder at once.
 */
@NullMarked
package dev.faultbook.signature;

import org.jspecify.annotations.NullMarked;
