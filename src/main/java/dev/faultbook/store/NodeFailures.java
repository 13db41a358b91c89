package dev.faultbook.store;

/**
 * The failures that name a node.
 *
 * @param node name of the node
 * @param n how often one was met
 * @param distinct number of different failures
 */
public record NodeFailures(String node, long n, long distinct) {}
