package dev.faultbook.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ThrottleTests {
  private final AtomicLong now = new AtomicLong();
  private final Throttle throttle = new Throttle(3, 5, now::get);

  @Test
  void oneClientHasItsShareOfAMinute() {
    for (int i = 0; i < 3; i++) {
      throttle.admit("a");
    }
    assertRefused("a", 61);
    throttle.admit("b");
    now.addAndGet(Duration.ofSeconds(59).toNanos());
    assertRefused("a", 2);
    now.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThatNoException().isThrownBy(() -> throttle.admit("a"));
  }

  @Test
  void allTogetherHaveTheirs() {
    for (int i = 0; i < 5; i++) {
      throttle.admit("client " + i);
    }
    assertRefused("one more", 61);
  }

  @Test
  void whatIsTakenBackDoesNotCount() {
    for (int i = 0; i < 20; i++) {
      throttle.admit("a");
      throttle.takeBack("a");
    }
    throttle.takeBack("never counted");
    for (int i = 0; i < 3; i++) {
      throttle.admit("a");
    }
    assertRefused("a", 61);
    throttle.takeBack("a");
    assertThatNoException().isThrownBy(() -> throttle.admit("a"));
    assertRefused("a", 61);
  }

  @Test
  void aClientHasAllAddressesOfItsNetwork() {
    assertThat(Throttle.networkOf("2001:db8:1:2:3:4:5:6"))
        .isEqualTo(Throttle.networkOf("2001:db8:1:2:ffff:0:0:1"))
        .isNotEqualTo(Throttle.networkOf("2001:db8:1:3:3:4:5:6"));
    assertThat(Throttle.networkOf("192.0.2.7")).isEqualTo("192.0.2.7");
    assertThat(Throttle.networkOf("::1")).isEqualTo("::1");
  }

  private void assertRefused(String client, int retryAfter) {
    assertThatExceptionOfType(RefusedException.class)
        .isThrownBy(() -> throttle.admit(client))
        .satisfies(e -> assertThat(e.arguments()).containsExactly((long) retryAfter));
  }
}
