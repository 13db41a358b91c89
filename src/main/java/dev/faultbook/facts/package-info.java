/**
 * What a log says about the machines it was written on: GPU, driver, CUDA, PyTorch, NCCL,
 * environment.
 *
 * <p>Every value keeps the line that it came from, and values that contradict one another are all
 * kept: two NCCL versions in one log are a finding, not noise.
 *
 * <p>{@link dev.faultbook.facts.Compatibility} says whether a GPU, a driver and a build of PyTorch
 * go together. It knows no version by itself: what it says follows from the tables of the content
 * folder and a few rules of binary compatibility. It would rather say that it does not know than
 * take one model for another.
 */
package dev.faultbook.facts;
