package dev.faultbook.diagnosis;

import dev.faultbook.codes.Code;
import java.util.List;

/**
 * A fault that comes back on one GPU although each time a reset or a reboot was asked for.
 *
 * @param code the Xid
 * @param device address of the GPU, as the driver prints it
 * @param lines numbers of the first lines of the events, one for each; at least {@link #MANY}
 */
public record RepeatedEvent(Code code, String device, List<Long> lines) {
  /**
   * How often a fault comes before the hardware is to be replaced. Faultbook's own rule: NVIDIA's
   * catalogue names an action for one event and leaves open how often to repeat it.
   */
  public static final int MANY = 3;

  /** The list cannot be changed. */
  public RepeatedEvent {
    lines = List.copyOf(lines);
  }
}
