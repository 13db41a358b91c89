package dev.faultbook.hang;

import org.jspecify.annotations.Nullable;

/**
 * What a process does, according to the thread that tells.
 *
 * @param operation the function in which it waits: {@code all_reduce}; empty if none is known
 * @param frame where in the user's code, or else in which library
 */
public record Wait(WaitKind kind, String operation, @Nullable Frame frame) {}
