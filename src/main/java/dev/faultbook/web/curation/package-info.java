/**
 * What curators need to add an entry and to improve those that readers complain about.
 *
 * <p>Design decisions:
 *
 * <ul>
 *   <li>An entry is a change in the content repository, which is reviewed like code; the desk
 *       shortens the way there. Only where the operator allows it, the desk itself writes into a
 *       folder of content, whose history is that of git, or into the database, which keeps each
 *       version; in both cases after the checks of {@code check}.
 *   <li>An entry is validated by {@link dev.faultbook.content.ContentReader} and its logs by {@link
 *       dev.faultbook.diagnosis.ExampleCheck}, as {@code check} does; there is no second validator.
 *   <li>The example logs of the catalogue are searched for the new entry alone first, which takes a
 *       fraction of the time; only those that it matches are diagnosed with all entries.
 *   <li>A draft is redacted before anything is read from it, so that no secret gets into a
 *       signature, a title or the example log. What a person has to write stands behind {@code
 *       TODO:}, which {@code check} refuses.
 * </ul>
 */
@NullMarked
package dev.faultbook.web.curation;

import org.jspecify.annotations.NullMarked;
