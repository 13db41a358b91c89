package dev.faultbook.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CountedConnectionsTests {
  @Test
  void clientsShareTheConnectionsOnceNearlyAllAreTaken() {
    assertThat(CountedConnections.limitFor(899, 3, 512, 1000)).isEqualTo(512);
    assertThat(CountedConnections.limitFor(900, 3, 512, 1000)).isEqualTo(300);
    assertThat(CountedConnections.limitFor(1000, 1, 512, 1000)).isEqualTo(512);
    assertThat(CountedConnections.limitFor(1000, 50, 512, 1000)).isEqualTo(18);
    assertThat(CountedConnections.limitFor(1000, 900, 512, 1000)).isEqualTo(8);
  }
}
