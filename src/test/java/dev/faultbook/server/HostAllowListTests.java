package dev.faultbook.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostAllowListTests {

  @Test
  void withoutSettingsOnlyLoopbackNamesStandInLinks() {
    HostAllowList list = new HostAllowList(List.of(""));
    assertThat(list.allowsHost("localhost", 8080)).isTrue();
    assertThat(list.allowsHost("LOCALHOST", 9090)).isTrue();
    assertThat(list.allowsHost("127.0.0.1", 8080)).isTrue();
    assertThat(list.allowsHost("[::1]", 8080)).isTrue();
    assertThat(list.allowsHost("evil.example", 8080)).isFalse();
    assertThat(list.allowsHost("localhost.evil.example", 8080)).isFalse();
    assertThat(list.ownName()).isEqualTo("localhost");
    assertThat(list.ownPort()).isEmpty();
  }

  @Test
  void aConfiguredHostMayDemandAPort() {
    HostAllowList list =
        new HostAllowList(List.of("Faults.example", "gpu7:8080", "[2001:db8::7]:8080"));
    assertThat(list.allowsHost("faults.example", 443)).isTrue();
    assertThat(list.allowsHost("gpu7", 8080)).isTrue();
    assertThat(list.allowsHost("gpu7", 8081)).isFalse();
    assertThat(list.allowsHost("[2001:db8::7]", 8080)).isTrue();
    assertThat(list.ownName()).isEqualTo("faults.example");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new HostAllowList(List.of("gpu7:port")))
        .withMessageContaining("gpu7:port");
  }

  @ParameterizedTest
  @CsvSource({
    "evil.example, true",
    "10.0.0.4.evil.example, true",
    "local.evil.example, true",
    "gpu7, false",
    "10.0.0.4, false",
    "[2001:db8::7], false",
    "gpu7.local, false",
    "faults.internal, false"
  })
  void aStrangerCanOwnPublicNamesAlone(String name, boolean isPublic) {
    assertThat(HostAllowList.isPublicName(name)).isEqualTo(isPublic);
  }
}
