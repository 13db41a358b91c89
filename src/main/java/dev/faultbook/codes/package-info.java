/**
 * The codes that software prints, and what they mean: Xid and SXid numbers, results of CUDA and its
 * libraries, NCCL, InfiniBand completions, UCX, libfabric's EFA provider, DCGM, exit codes and
 * signals, errno, Slurm and Kubernetes.
 *
 * <pre>
 * content/codes/*.yaml ─▶ CodeTablesReader ─▶ CodeTables ─▶ CodeSearch     "xid79", "error 700"
 *                                                 └───────▶ CodeScanner    lines of a log
 * </pre>
 *
 * <p>A number alone means nothing: 12 is a lost connection of InfiniBand, an EFA status and errno's
 * lack of memory. So each family has its own {@link dev.faultbook.codes.CodeNotation}, which takes
 * a number for a code only in the form in which the software prints it. A line is looked at closely
 * only when it holds a word of a notation ({@link dev.faultbook.prefilter.TriggerFilter}); every
 * notation then passes over the line a fixed number of times, so that the whole is linear in the
 * log.
 *
 * <p>What was tried: signatures of the matcher, one for each of 1,300 rows. They cannot read a
 * number and look it up, cannot tell {@code error 700} of CUDA 10.0 from that of CUDA 12, and every
 * false number would have needed an {@code unless}.
 */
@NullMarked
package dev.faultbook.codes;

import org.jspecify.annotations.NullMarked;
