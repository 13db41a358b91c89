package dev.faultbook.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class HostAllowListTests {

  @Test
  void withoutSettingsOnlyLoopbackNamesStandInLinks() {
    HostAllowList list = new HostAllowList(List.of(""));
    assertThat(list.contains("localhost", 8080)).isTrue();
    assertThat(list.contains("LOCALHOST", 9090)).isTrue();
    assertThat(list.contains("127.0.0.1", 8080)).isTrue();
    assertThat(list.contains("[::1]", 8080)).isTrue();
    assertThat(list.contains("evil.example", 8080)).isFalse();
    assertThat(list.contains("localhost.evil.example", 8080)).isFalse();
    assertThat(list.ownName()).isEqualTo("localhost");
    assertThat(list.ownPort()).isEmpty();
  }

  @Test
  void aConfiguredHostMayDemandAPort() {
    HostAllowList list =
        new HostAllowList(List.of("Faults.example", "gpu7:8080", "[2001:db8::7]:8080"));
    assertThat(list.contains("faults.example", 443)).isTrue();
    assertThat(list.contains("gpu7", 8080)).isTrue();
    assertThat(list.contains("gpu7", 8081)).isFalse();
    assertThat(list.contains("[2001:db8::7]", 8080)).isTrue();
    assertThat(list.ownName()).isEqualTo("faults.example");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new HostAllowList(List.of("gpu7:port")))
        .withMessageContaining("gpu7:port");
  }
}
