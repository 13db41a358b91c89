package dev.faultbook.diagnosis;

import dev.faultbook.codes.Code;
import java.util.List;

/**
 * A fault that recurs on one GPU although each occurrence required a reset or a reboot.
 *
 * @param code the Xid
 * @param device address of the GPU, as the driver prints it
 * @param lines numbers of the first line of each event; at least {@link #MANY}
 */
public record RepeatedEvent(Code code, String device, List<Long> lines) {
  /**
   * The number of occurrences after which the hardware should be replaced. Faultbook's own rule:
   * NVIDIA's catalogue names an action for one event and does not limit its repetition.
   */
  public static final int MANY = 3;

  public RepeatedEvent {
    lines = List.copyOf(lines);
  }
}
