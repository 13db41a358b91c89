package dev.faultbook.fleet;

import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.diagnosis.Role;
import dev.faultbook.fleet.JobState.Phase;
import dev.faultbook.log.Chunk;
import dev.faultbook.log.ChunkLines;
import dev.faultbook.log.ChunkLines.Need;
import dev.faultbook.log.Deadline;
import dev.faultbook.report.Certainty;
import dev.faultbook.report.Report;
import dev.faultbook.run.Ended;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Collects the text of jobs, and decides when there is something to say about one. */
final class JobProcessor implements Processor<String, byte[], String, Answer> {
  private static final Logger LOG = LoggerFactory.getLogger(JobProcessor.class);

  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
  private static final Duration FORGET_EVERY = Duration.ofMinutes(10);
  private static final Duration LONGEST = Duration.ofSeconds(20);

  /** A job may take this share of the time of its thread for looks while it goes on. */
  private static final int MAX_SHARE = 20;

  private static final int MAX_KEY = 512;

  /** Needs of lines that can change an answer. */
  private static final int NEWS =
      Need.PATTERNS.bit() | Need.CODES.bit() | Need.FAILURES.bit() | Need.STACKS.bit();

  private static final Set<Ended> GOES_ON = EnumSet.of(Ended.RUNNING, Ended.CUT_OFF);

  private final Knowledge knowledge;
  private final Language language;
  private final Pace pace;
  private final Diagnoser diagnoser;
  private final Function<Chunk, ChunkLines> filter;

  /** Jobs without a final answer. */
  private final Set<String> active = new LinkedHashSet<>();

  /** The latest time that a record of this partition has. */
  private long streamTime;

  /** When the latest record of this partition came, or the partition itself. */
  private long received;

  private final Counter records;
  private final Counter bytes;
  private final Timer diagnoses;
  private ProcessorContext<String, Answer> context;
  private KeyValueStore<String, JobState> jobs;
  private JobTexts texts;

  JobProcessor(Knowledge knowledge, Fleet.Settings settings, MeterRegistry meters) {
    this.knowledge = knowledge;
    this.language = settings.language();
    this.pace = settings.pace();
    this.records = meters.counter("faultbook.fleet.records");
    this.bytes = meters.counter("faultbook.fleet.bytes");
    this.diagnoses = meters.timer("faultbook.fleet.diagnosis");
    this.diagnoser = new Diagnoser(knowledge);
    this.filter = knowledge.lineFilter().createReader();
  }

  @Override
  public void init(ProcessorContext<String, Answer> given) {
    context = given;
    jobs = given.getStateStore(FleetTopology.JOBS_STORE);
    texts = new JobTexts(given.getStateStore(FleetTopology.TEXTS_STORE), new Diagnoser(knowledge));
    received = given.currentSystemTimeMs();
    try (var all = jobs.all()) {
      all.forEachRemaining(
          job -> {
            if (!job.value.phase().isFinal()) {
              active.add(job.key);
            }
          });
    }
    given.schedule(LOOK_EVERY, PunctuationType.WALL_CLOCK_TIME, this::lookAtAll);
    given.schedule(FORGET_EVERY, PunctuationType.WALL_CLOCK_TIME, this::forgetOld);
  }

  @Override
  public void process(Record<String, byte[]> record) {
    String job = record.key();
    if (job == null || job.isBlank() || job.length() > MAX_KEY || job.indexOf(0) >= 0) {
      LOG.warn("A record without the name of a job is skipped; the key of a record is its job.");
      return;
    }
    records.increment();
    bytes.increment(record.value() == null ? 0 : record.value().length);
    received = context.currentSystemTimeMs();
    for (LogRecord read : LogRecord.allOf(record.value(), record.headers())) {
      // The clock of a sender may be wrong.
      long time = Math.min(read.time() == null ? record.timestamp() : read.time(), received);
      streamTime = Math.max(streamTime, time);
      process(job, read, time);
    }
  }

  private void process(String job, LogRecord read, long time) {
    boolean mute = read.text().length == 0;
    if (mute && read.end() == null) {
      return;
    }
    JobState before = jobs.get(job);
    // What schedulers say comes to all partitions; one of them has the job, or none.
    if (mute && before == null) {
      return;
    }
    JobState state = before == null ? JobState.first() : before;
    if (state.phase().isFinal()) {
      if (isDenied(state, read)) {
        state = state.goesOn();
      } else if (mute || time <= state.lastRecord() + pace.quiet().toMillis()) {
        // The last lines of other ranks, and what the scheduler says, come after the answer.
        jobs.put(job, state.withLate());
        return;
      } else {
        state = state.nextAttempt();
      }
    }
    if (!texts.append(job, read) && read.end() == null) {
      return;
    }
    active.add(job);
    JobState next = state.afterRecord(read, time, received, hasNews(read.text()));
    jobs.put(job, next);
    if (before == null || before.phase() != next.phase() && before.phase() != Phase.OVER) {
      tell(new Answer(job, next, null, false), received);
    }
  }

  /** Whether a job that seemed to have ended well has failed, as only the scheduler knows. */
  private static boolean isDenied(JobState state, LogRecord read) {
    return state.phase() == Phase.FINISHED
        && state.end() == null
        && read.end() == LogRecord.End.FAILED
        && read.text().length == 0;
  }

  private boolean hasNews(byte[] text) {
    if (text.length == 0) {
      return false;
    }
    // A line that is not complete yet may become anything.
    if (text[text.length - 1] != '\n') {
      return true;
    }
    ChunkLines lines = filter.apply(new Chunk(text, 0, text.length, 1, false, 0));
    for (int i = lines.first(); i < lines.count(); i++) {
      if ((lines.needs()[i] & NEWS) != 0) {
        return true;
      }
    }
    return false;
  }

  private void lookAtAll(long now) {
    Turns turns = Turns.ofThread();
    if (!turns.isTurnOf(this)) {
      return;
    }
    for (String job : new ArrayList<>(active)) {
      if (turns.isOver()) {
        return;
      }
      JobState state = jobs.get(job);
      if (state == null || state.phase().isFinal()) {
        active.remove(job);
      } else {
        lookAt(job, state, now);
      }
    }
  }

  private void lookAt(String job, JobState state, long now) {
    boolean rests = isQuiet(state, now, pace.settle());
    if (rests && state.end() != null
        || state.phase() == Phase.OVER && isQuiet(state, now, pace.quiet())) {
      conclude(job, state, now);
    } else if (state.news() && (rests || mayInterrupt(state, now))) {
      look(job, state, now);
    } else if (state.phase() == Phase.RUNNING && isQuiet(state, now, pace.silence())) {
      conclude(job, state, now);
    } else if (rests) {
      texts.release(job);
    }
  }

  private boolean mayInterrupt(JobState state, long now) {
    return now - state.looked() >= Math.max(pace.busy().toMillis(), MAX_SHARE * state.cost());
  }

  /**
   * Whether a job has written nothing for some time. Where other records of the partition have come
   * in that time, those of the job may wait behind them: then the times of the records count. A
   * thread with a backlog may take seconds to come back to a partition.
   */
  private boolean isQuiet(JobState state, long now, Duration time) {
    long least = time.toMillis();
    boolean idle = now - received >= least;
    return now - state.arrived() >= least && (idle || streamTime - state.lastRecord() >= least);
  }

  private void forgetOld(long now) {
    List<String> old = new ArrayList<>();
    try (var all = jobs.all()) {
      all.forEachRemaining(
          job -> {
            boolean rests = job.value.phase().isFinal() || job.value.phase() == Phase.SILENT;
            if (rests && now - job.value.arrived() >= pace.forget().toMillis()) {
              old.add(job.key);
            }
          });
    }
    for (String job : old) {
      jobs.delete(job);
      texts.delete(job);
      active.remove(job);
    }
  }

  /** Looks at a job that may go on. */
  private void look(String job, JobState state, long now) {
    long began = System.nanoTime();
    Report report = diagnose(job);
    long cost = Duration.ofNanos(System.nanoTime() - began).toMillis();
    Ended end = report == null || report.run() == null ? null : report.run().ended();
    boolean over = end != null && !GOES_ON.contains(end) || report != null && report.lead() != null;
    String certain = certainCause(report);
    boolean early = certain != null && !certain.equals(state.said());
    JobState next =
        state
            .afterLook(over ? Phase.OVER : Phase.RUNNING, now, early ? certain : state.said())
            .withCost(cost);
    jobs.put(job, next);
    texts.release(job);
    // Jobs that wait come before those that were looked at.
    active.remove(job);
    active.add(job);
    if (early) {
      tell(new Answer(job, next, report, false), now);
    }
  }

  /** The entry of a proven cause; null if there is none yet. */
  private static @Nullable String certainCause(@Nullable Report report) {
    Report.Found lead = report == null ? null : report.lead();
    return lead != null && lead.role() == Role.ROOT_CAUSE && lead.certainty() == Certainty.PROVEN
        ? lead.entry()
        : null;
  }

  /** Gives the final answer of an attempt that failed, and none of one that did not. */
  private void conclude(String job, JobState state, long now) {
    Report report = diagnose(job);
    boolean told = state.end() == LogRecord.End.FAILED;
    boolean failed =
        report == null ? told : report.lead() != null || report.failure() != null || told;
    if (!failed && state.end() == null && !endedWell(report)) {
      // It may only compute for long: what it writes next wakes it.
      JobState silent = state.afterLook(Phase.SILENT, now, state.said());
      jobs.put(job, silent);
      texts.release(job);
      tell(new Answer(job, silent, report, false), now);
      return;
    }
    JobState last = state.afterLook(failed ? Phase.FAILED : Phase.FINISHED, now, state.said());
    jobs.put(job, last);
    active.remove(job);
    texts.delete(job);
    tell(new Answer(job, last, report, true), now);
  }

  private static boolean endedWell(@Nullable Report report) {
    return report != null && report.run() != null && report.run().ended() == Ended.FINISHED;
  }

  private void tell(Answer answer, long now) {
    context.forward(new Record<>(answer.job(), answer, now));
  }

  /** The diagnosis of what was kept of a job; null if it failed, which stops no other job. */
  private @Nullable Report diagnose(String job) {
    try {
      long began = System.nanoTime();
      Report report =
          Report.fromDiagnosis(
              diagnoser.withDeadline(Deadline.after(LONGEST)).diagnose(texts.readAll(job)),
              language);
      diagnoses.record(Duration.ofNanos(System.nanoTime() - began));
      return report;
    } catch (IOException | RuntimeException e) {
      LOG.warn("The log of job {} could not be diagnosed: {}", job, e.toString());
      return null;
    }
  }
}
