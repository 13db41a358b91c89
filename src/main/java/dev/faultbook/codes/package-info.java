/**
 * The codes that software prints, and their meanings: Xid and SXid numbers, results of CUDA and its
 * libraries, NCCL, InfiniBand completions, UCX, libfabric's EFA provider, DCGM, exit codes and
 * signals, errno, Slurm and Kubernetes.
 *
 * <pre>
 * content/codes/*.yaml ─▶ CodeTablesReader ─▶ CodeTables ─▶ CodeSearch     "xid79", "error 700"
 *                                                 └───────▶ CodeScanner    lines of a log
 * </pre>
 *
 * <p>A number alone is ambiguous: 12 is a lost connection in InfiniBand, an EFA status, and out of
 * memory as an errno. So each table describes the formats in which its software prints the codes
 * ({@link dev.faultbook.codes.CodeLook}), and a number is a code only in one of them. A line is
 * scanned only if it contains a trigger word of a family ({@link
 * dev.faultbook.matcher.TriggerFilter}); every family then scans the line a fixed number of times,
 * so that the total is linear in the log.
 *
 * <p>Rejected alternative: signatures of the matcher, one for each of 1,300 rows. They cannot look
 * up a number, cannot distinguish {@code error 700} of CUDA 10.0 from that of CUDA 12, and every
 * false positive would have needed an {@code unless}.
 */
@NullMarked
package dev.faultbook.codes;

import org.jspecify.annotations.NullMarked;
