/**
 * Decides whether a GPU, a driver and a build of PyTorch are compatible.
 *
 * <p>{@link dev.faultbook.compatibility.Compatibility} contains no versions. Its verdicts follow
 * from the tables of the content folder, each row with its source, and from a few rules of binary
 * compatibility. It answers "unknown" rather than mistake one GPU model for another.
 *
 * <p>What a log states about the machines it was written on: GPU, driver, CUDA, PyTorch, NCCL,
 * environment.
 *
 * <p>Every value keeps the line it came from. Contradictory values are all kept: two NCCL versions
 * in one log are a finding, not noise.
 */
@NullMarked
package dev.faultbook.compatibility;

import org.jspecify.annotations.NullMarked;
