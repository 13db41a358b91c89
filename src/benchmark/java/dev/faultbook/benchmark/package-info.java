/**
 * The matcher beside other ways to do the same work: count the pairs of a line and a signature all
 * of whose fragments stand on the line in order, without overlap, and add up the checksum that
 * {@code scan} prints. Every peer must agree with another one before it is measured.
 *
 * <p>Lines are numbered from 1 and end at a newline, and bytes are compared as they are. Peers that
 * take text are given the log as Latin-1, one character for each byte, decoded beforehand and at no
 * cost to them.
 */
package dev.faultbook.benchmark;
