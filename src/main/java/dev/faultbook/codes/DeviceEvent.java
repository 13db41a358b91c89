package dev.faultbook.codes;

import dev.faultbook.log.LogTime;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A code that a driver reported for a device at one time.
 *
 * @param code the row
 * @param special the case identified by the rest of the line
 * @param device address of the device as the driver prints it, without {@code PCI:} and in lower
 *     case: {@code 0000:3b:00}
 * @param line number of the first line that reports it, from 1
 * @param stream id of the log stream of that line
 * @param time the time that applies to the line, or null
 */
public record DeviceEvent(
    Code code,
    Optional<CodeCase> special,
    String device,
    long line,
    int stream,
    @Nullable LogTime time) {

  /** The action of the case, otherwise of the row. */
  public CodeAction action() {
    return special.map(CodeCase::action).orElse(code.advice().action());
  }
}
