package dev.faultbook.server;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A request, or a log, is refused. The message may name files but never quotes their content. */
public class RefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final RefusalReason refusal;
  private final transient List<Object> arguments;

  /**
   * @param arguments the limit, or the name of the file, that the message names
   */
  public RefusedException(RefusalReason refusal, Object... arguments) {
    this(null, refusal, arguments);
  }

  /**
   * @param cause may be null
   */
  protected RefusedException(
      @Nullable Throwable cause, RefusalReason refusal, Object... arguments) {
    super(cause);
    this.refusal = refusal;
    this.arguments = List.of(arguments);
  }

  /** Why. */
  public RefusalReason refusal() {
    return refusal;
  }

  /** What the message names. */
  public List<Object> arguments() {
    return arguments;
  }

  /** In English, for the command line, where there is no form to paste a log into. */
  @Override
  public String getMessage() {
    return refusal == RefusalReason.EMPTY
        ? "The log is empty."
        : refusal.describe(Locale.ROOT, arguments);
  }
}
