package dev.faultbook.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ThrottleTests {
  private final AtomicLong now = new AtomicLong();
  private final Throttle throttle = new Throttle(now::get);

  @Test
  void oneAddressHasItsShareOfAMinute() {
    for (int i = 0; i < Throttle.FROM_ONE; i++) {
      assertThat(throttle.admits("a")).isTrue();
    }
    assertThat(throttle.admits("a")).isFalse();
    assertThat(throttle.admits("b")).isTrue();
    now.addAndGet(Duration.ofSeconds(59).toNanos());
    assertThat(throttle.admits("a")).isFalse();
    now.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(throttle.admits("a")).isTrue();
  }

  @Test
  void allTogetherHaveTheirs() {
    for (int i = 0; i < Throttle.FROM_ALL; i++) {
      assertThat(throttle.admits("address " + i)).isTrue();
    }
    assertThat(throttle.admits("one more")).isFalse();
  }
}
