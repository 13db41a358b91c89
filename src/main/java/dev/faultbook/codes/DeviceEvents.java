package dev.faultbook.codes;

import dev.faultbook.log.LogTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Collects the events that drivers report for devices. For one fault the driver prints a code many
 * times, once per channel or process; such a burst is one event. A burst ends after three minutes
 * without a line, as in NVIDIA's Fleet Intelligence. Lines without a time form one event, because
 * nothing separates them; so does a line that a log repeats later with its old time.
 */
final class DeviceEvents {
  private static final long SILENCE = 3 * 60_000L;

  /** Most events of one code on one device of one stream. */
  private static final int MAX_ALIKE = 64;

  /** Most events of a log. */
  private static final int MAX_EVENTS = 2048;

  private final List<DeviceEvent> events = new ArrayList<>();
  private final Map<Key, List<Burst>> bursts = new HashMap<>();

  private record Key(int stream, String device, Code code) {}

  /** The time range of a burst on one scale. */
  private static final class Burst {
    final LogTime.@Nullable Scale scale;
    long from;
    long to;

    Burst(@Nullable LogTime time) {
      this.scale = time == null ? null : time.scale();
      this.from = time == null ? 0 : time.millis();
      this.to = from;
    }

    /** Whether a line belongs to the burst; extends the burst if so. */
    boolean includes(@Nullable LogTime time) {
      if (time == null || time.scale() != scale) {
        return true;
      }
      boolean near = time.millis() >= from - SILENCE && time.millis() <= to + SILENCE;
      if (near) {
        from = Math.min(from, time.millis());
        to = Math.max(to, time.millis());
      }
      return near;
    }
  }

  void addEvent(DeviceEvent event) {
    Key key = new Key(event.stream(), event.device(), event.code());
    List<Burst> known = bursts.computeIfAbsent(key, k -> new ArrayList<>());
    boolean repeated = known.stream().anyMatch(burst -> burst.includes(event.time()));
    if (!repeated && known.size() < MAX_ALIKE && events.size() < MAX_EVENTS) {
      known.add(new Burst(event.time()));
      events.add(event);
    }
  }

  /** The events in the order of their lines. */
  List<DeviceEvent> toList() {
    return List.copyOf(events);
  }
}
