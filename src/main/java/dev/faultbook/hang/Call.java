package dev.faultbook.hang;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A collective, or a send or receive, that a rank has enqueued.
 *
 * @param group name of its process group
 * @param description what the program calls the group
 * @param sequence its number among the collectives of the group
 * @param pointToPoint whether it is a send or a receive
 * @param operation without its library: {@code all_reduce}, {@code send 0->1}
 * @param input sizes of the inputs
 * @param output sizes of the outputs
 * @param types element types
 * @param retired whether the watchdog does not follow it any more
 * @param frame the user's own code that called it; its line shows the record
 */
record Call(
    String group,
    String description,
    long sequence,
    boolean pointToPoint,
    String operation,
    String input,
    String output,
    String types,
    State state,
    boolean retired,
    Frame frame) {
  private static final Pattern PAIR = Pattern.compile("(\\d+)(->|<-)(\\d+)$");

  /** How far it has come. */
  enum State {
    /** Enqueued by the program. */
    SCHEDULED,
    /** Running on the GPU. */
    STARTED,
    COMPLETED;

    static State of(String name) {
      return switch (name) {
        case "completed" -> COMPLETED;
        case "started" -> STARTED;
        default -> SCHEDULED;
      };
    }
  }

  Call with(State other) {
    return new Call(
        group,
        description,
        sequence,
        pointToPoint,
        operation,
        input,
        output,
        types,
        other,
        retired,
        frame);
  }

  boolean isOpen() {
    return state != State.COMPLETED;
  }

  /** Whether the watchdog gave it up. */
  boolean timedOut() {
    return retired && isOpen();
  }

  /** The operation without its peers. */
  String kind() {
    int blank = operation.indexOf(' ');
    return blank < 0 ? operation : operation.substring(0, blank);
  }

  /**
   * Whether it stands for the calls before it with its number, which have no state of their own.
   */
  boolean endsBatch() {
    return operation.equals("coalesced");
  }

  /** Whether no rank completes it before all have joined. */
  boolean needsAll() {
    String kind = kind().toLowerCase(Locale.ROOT);
    return kind.contains("all")
        || kind.replace("_", "").contains("reducescatter")
        || kind.equals("barrier");
  }

  /** The ranks within the group of the sender and the receiver; null for a collective. */
  @Nullable List<Integer> pair() {
    Matcher pair = PAIR.matcher(operation);
    if (!pair.find()) {
      return null;
    }
    Integer first = Integer.valueOf(pair.group(1));
    Integer second = Integer.valueOf(pair.group(3));
    return pair.group(2).equals("->") ? List.of(first, second) : List.of(second, first);
  }

  /** Whether the two calls can be parts of one collective, by the rules of PyTorch's analyser. */
  boolean matches(Call other) {
    String kind = kind();
    boolean uneven = kind.startsWith("all_to_all") || kind.startsWith("alltoall");
    return kind.equals(other.kind())
        && (uneven || kind.equals("scatter") || input.equals(other.input))
        && (uneven || kind.equals("gather") || output.equals(other.output))
        && (uneven
            || kind.equals("scatter")
            || kind.equals("gather")
            || kind.equals("broadcast")
            || types.equals(other.types));
  }
}
