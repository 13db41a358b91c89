/**
 * A fleet of jobs: a Kafka Streams application around the same scan and the same {@link
 * dev.faultbook.diagnosis.Diagnoser} as everywhere else.
 *
 * <p>Log collectors write lines or chunks into the topic {@code faultbook.logs}, with the job as
 * key. Per job and stream only the lines that can matter are kept, as {@link
 * dev.faultbook.diagnosis.Excerpt} chooses them, in RocksDB with a changelog. When a job ends,
 * fails and is quiet afterwards, or falls silent, its diagnosis goes to {@code faultbook.diagnoses}
 * and its state to the compacted topic {@code faultbook.jobs}, with exactly-once processing: a job
 * has one final answer for each attempt, whatever instance is lost in between.
 */
@NullMarked
package dev.faultbook.fleet;

import org.jspecify.annotations.NullMarked;
