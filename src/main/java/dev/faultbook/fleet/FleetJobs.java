package dev.faultbook.fleet;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** The jobs of a fleet that failed lately, as the web application shows them. */
@Component
public final class FleetJobs implements SmartLifecycle {
  private static final int MAX_JOBS = 10_000;

  private final FleetSettings settings;

  /** Failed attempts, in the order in which they were read. */
  private final Map<String, Job> failed = new LinkedHashMap<>();

  private @Nullable JobsReader reader;

  FleetJobs(FleetSettings settings) {
    this.settings = settings;
  }

  /**
   * A failed attempt of a job.
   *
   * @param name the job
   * @param attempt 1, 2, …
   * @param failed when it was found to have failed
   * @param entry the page of the cause; null if no page explains it
   * @param headline what failed, in the words of the page; null without one
   * @param failure the failing line; null if the log shows none
   * @param node the first node that the job named; null if it named none
   * @param user whose job it is; null if nobody says
   */
  public record Job(
      String name,
      int attempt,
      Instant failed,
      @Nullable String entry,
      @Nullable String headline,
      @Nullable String failure,
      @Nullable String node,
      @Nullable String user) {}

  /** Whether there is a fleet to ask. */
  public boolean isOn() {
    return !settings.bootstrapServers().isBlank();
  }

  /** Whether the broker answers. */
  public boolean isConnected() {
    JobsReader now = reader;
    return now != null && now.isConnected();
  }

  /** The attempts that failed within a time up to now, the latest first; at most 10,000. */
  public List<Job> failedWithin(Duration time) {
    Instant from = Clock.systemUTC().instant().minus(time);
    synchronized (failed) {
      // Several partitions are read one after the other.
      return failed.values().stream()
          .filter(job -> !job.failed().isBefore(from))
          .sorted(Comparator.comparing(Job::failed).reversed())
          .toList();
    }
  }

  void add(Job job) {
    synchronized (failed) {
      String key = job.name() + '\0' + job.attempt();
      failed.remove(key);
      failed.put(key, job);
      if (failed.size() > MAX_JOBS) {
        failed.remove(failed.keySet().iterator().next());
      }
    }
  }

  @Override
  public void start() {
    if (isOn()) {
      reader = new JobsReader(settings, this::add);
    }
  }

  @Override
  public void stop() {
    if (reader != null) {
      reader.close();
      reader = null;
    }
  }

  @Override
  public boolean isRunning() {
    return reader != null;
  }
}
