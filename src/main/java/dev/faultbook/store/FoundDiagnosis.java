package dev.faultbook.store;

import java.time.Instant;

/** Id and time of a shared diagnosis whose owner agreed that others find it. */
record FoundDiagnosis(String id, Instant created) {}
