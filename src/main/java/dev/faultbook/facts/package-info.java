/**
 * What a log states about the machines it was written on: GPU, driver, CUDA, PyTorch, NCCL,
 * environment.
 *
 * <p>Every value keeps the line it came from. Contradictory values are all kept: two NCCL versions
 * in one log are a finding, not noise.
 */
@NullMarked
package dev.faultbook.facts;

import org.jspecify.annotations.NullMarked;
