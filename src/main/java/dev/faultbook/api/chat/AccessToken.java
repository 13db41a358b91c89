package dev.faultbook.api.chat;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** An access token of a chat's API, which is asked for again before it ends. Thread-safe. */
final class AccessToken {
  /** A token that ends sooner is not used. */
  private static final Duration REMAINING = Duration.ofMinutes(5);

  /** Limits the use of a token whatever end a chat states; theirs live for two hours. */
  private static final Duration MAX_USE = Duration.ofDays(1);

  private final String chat;
  private final Source source;
  private @Nullable Held held;

  /**
   * @param chat what it is called
   */
  AccessToken(String chat, Source source) {
    this.chat = chat;
    this.source = source;
  }

  /** Asks a chat for a token. */
  interface Source {
    Given ask() throws IOException, InterruptedException;
  }

  /**
   * A token.
   *
   * @param seconds how long it lives
   */
  record Given(String value, long seconds) {}

  /**
   * @param end in nanoseconds of {@link System#nanoTime}
   */
  private record Held(String value, long end) {}

  /**
   * The token.
   *
   * @throws IOException if the chat gives none
   */
  synchronized String value() throws IOException, InterruptedException {
    if (held != null && held.end() - System.nanoTime() > 0) {
      return held.value();
    }
    Given given = source.ask();
    // Visible ASCII characters: no line break ends the header.
    if (!given.value().chars().allMatch(c -> c > ' ' && c <= '~')) {
      throw new IOException(chat + " gave an access token with characters that no header can hold");
    }
    long seconds = Math.clamp(given.seconds(), 0, MAX_USE.toSeconds());
    Duration life = Duration.ofSeconds(seconds).minus(REMAINING);
    held = new Held(given.value(), System.nanoTime() + life.toNanos());
    return given.value();
  }

  /** Asks for another one next time, because the chat no longer accepts this one. */
  synchronized void forget() {
    held = null;
  }
}
