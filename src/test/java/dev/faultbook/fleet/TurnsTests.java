package dev.faultbook.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests for {@link Turns}. */
class TurnsTests {
  @Test
  void whoHadNoTurnIsFirstInTheNextRound() throws InterruptedException {
    Turns turns = new Turns();
    assertThat(turns.isTurnOf("a")).isTrue();
    assertThat(turns.isTurnOf("b")).isTrue();
    Thread.sleep(1100);
    assertThat(turns.isOver()).isTrue();
    assertThat(turns.isTurnOf("c")).isFalse();
    assertThat(turns.isTurnOf("d")).isFalse();
    assertThat(turns.isTurnOf("a")).isFalse();
    assertThat(turns.isOver()).isFalse();
    assertThat(turns.isTurnOf("b")).isFalse();
    assertThat(turns.isTurnOf("c")).isTrue();
    // Another thread reads d now.
    assertThat(turns.isTurnOf("a")).isTrue();
    assertThat(turns.isTurnOf("b")).isTrue();
    assertThat(turns.isTurnOf("c")).isTrue();
    assertThat(turns.isTurnOf("a")).isTrue();
  }
}
