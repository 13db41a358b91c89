package dev.faultbook.store;

import java.time.LocalDate;

/** How often a failure without a page was met, and its first and last day. */
record UnmatchedCount(String fingerprint, long n, LocalDate first, LocalDate last) {}
