package dev.faultbook.failure;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Panics of Go and Rust. */
final class PanicFormat implements FailureFormat {
  @Override
  public @Nullable FailureBlock readLine(LineText line) {
    String bare = line.bare();
    // panic: runtime error: index out of range [3] with length 3
    if (bare.startsWith("panic: ")) {
      return new Panic(line, bare.substring(7), false);
    }
    // fatal error: all goroutines are asleep - deadlock!, unlike clang's last word:
    // fatal error: too many errors emitted, stopping now [-ferror-limit=]
    if (bare.startsWith("fatal error: ") && !bare.endsWith("[-ferror-limit=]")) {
      return new Panic(line, bare.substring(13), false);
    }
    int at = bare.indexOf("' panicked at ");
    int numbered = bare.indexOf(") panicked at ");
    if (!bare.startsWith("thread '") || at < 0 && numbered < 0) {
      return null;
    }
    // thread 'main' panicked at 'called `Option::unwrap()` on a `None` value', src/main.rs:2:5
    // thread 'main' panicked at src/main.rs:2:5:
    String rest = bare.substring((at < 0 ? numbered : at) + 14);
    return new Panic(line, rest, rest.endsWith(":"));
  }

  /** The lines after a panic: since Rust 1.73 its message, then the stack of Go or Rust. */
  private static final class Panic implements FailureBlock {
    private static final List<String> STACK =
        List.of(
            "[signal SIG",
            "goroutine ",
            "created by ",
            "note: run with `RUST_BACKTRACE",
            "stack backtrace:");

    private final LineText first;
    private LineText decisive;
    private String message;
    private boolean messageFollows;
    private long last;

    Panic(LineText line, String message, boolean messageFollows) {
      first = line;
      decisive = line;
      this.message = message;
      this.messageFollows = messageFollows;
      last = line.number();
    }

    @Override
    public Step acceptLine(LineText line) {
      String bare = line.bare();
      if (messageFollows && !bare.isEmpty()) {
        message = bare;
        decisive = line;
        messageFollows = false;
        return takeLine(line);
      }
      return isStack(line, bare) ? takeLine(line) : Step.ENDED;
    }

    private static boolean isStack(LineText line, String bare) {
      boolean call = bare.endsWith(")") && bare.indexOf('(') > 0 && bare.indexOf(' ') < 0;
      return STACK.stream().anyMatch(bare::startsWith)
          || bare.isEmpty()
          || call
          || line.body().startsWith("\t");
    }

    private Step takeLine(LineText line) {
      last = line.number();
      return Step.TAKEN;
    }

    @Override
    public boolean yieldsTo(FailureFormat other) {
      return true;
    }

    @Override
    public FailureEvent toEvent() {
      Failure failure =
          Failure.UncaughtException.ofNative("panic", message, List.of(), first.number());
      return FailureEvent.of(decisive, failure, CausalRole.CAUSE).withLastLine(last);
    }
  }
}
