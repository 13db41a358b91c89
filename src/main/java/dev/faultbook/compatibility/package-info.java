/**
 * Whether a GPU, a driver and a build of PyTorch go together.
 *
 * <p>{@link dev.faultbook.compatibility.Compatibility} knows no version by itself. What it says
 * follows from the tables of the content folder, each row with its source, and from a few rules of
 * binary compatibility. It answers "unknown" rather than mistake one GPU model for another.
 */
@NullMarked
package dev.faultbook.compatibility;

import org.jspecify.annotations.NullMarked;
