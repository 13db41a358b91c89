/**
 * Compares the matcher with other implementations of the same task: count the pairs of a line and a
 * signature whose fragments all occur on the line in order and without overlap, and compute the
 * checksum that {@code scan} prints. Before a peer is measured, its result must agree with that of
 * another peer.
 *
 * <p>Lines are numbered from 1 and end with a newline; bytes are compared unchanged. Peers that
 * work on text get the log decoded as Latin-1, one character per byte; the time for decoding is not
 * measured.
 */
package dev.faultbook.benchmark;
