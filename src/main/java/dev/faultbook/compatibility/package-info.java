/**
 * Decides whether a GPU, a driver and a build of PyTorch are compatible.
 *
 * <p>{@link dev.faultbook.compatibility.Compatibility} contains no versions. Its verdicts follow
 * from the tables of the content folder, each row with its source, and from a few rules of binary
 * compatibility. It answers "unknown" rather than mistake one GPU model for another.
 */
@NullMarked
package dev.faultbook.compatibility;

import org.jspecify.annotations.NullMarked;
