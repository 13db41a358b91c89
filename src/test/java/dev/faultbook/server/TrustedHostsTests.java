package dev.faultbook.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class TrustedHostsTests {

  @Test
  void withoutSettingsOnlyLoopbackNamesStandInLinks() {
    TrustedHosts list = trusted(List.of(""));
    assertThat(list.isTrusted("localhost", 8080)).isTrue();
    assertThat(list.isTrusted("LOCALHOST", 9090)).isTrue();
    assertThat(list.isTrusted("127.0.0.1", 8080)).isTrue();
    assertThat(list.isTrusted("[::1]", 8080)).isTrue();
    assertThat(list.isTrusted("evil.example", 8080)).isFalse();
    assertThat(list.isTrusted("localhost.evil.example", 8080)).isFalse();
    assertThat(linkFor("evil.example", list)).isEqualTo("http://localhost:7777/d");
  }

  @Test
  void aConfiguredHostMayDemandAPort() {
    TrustedHosts list = trusted(List.of("Faults.example", "gpu7:8080", "[2001:db8::7]:8080"));
    assertThat(list.isTrusted("faults.example", 443)).isTrue();
    assertThat(list.isTrusted("gpu7", 8080)).isTrue();
    assertThat(list.isTrusted("gpu7", 8081)).isFalse();
    assertThat(list.isTrusted("[2001:db8::7]", 8080)).isTrue();
    assertThat(linkFor("evil.example", list)).isEqualTo("http://faults.example:7777/d");
    assertThat(linkFor("evil.example", trusted(List.of("gpu7:8080"))))
        .isEqualTo("http://gpu7:8080/d");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> trusted(List.of("gpu7:port")))
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
    assertThat(TrustedHosts.isPublicName(name)).isEqualTo(isPublic);
  }

  private static TrustedHosts trusted(List<String> hosts) {
    ServerSettings.Http http = new ServerSettings.Http(hosts);
    return new TrustedHosts(new ServerSettings(null, http, null));
  }

  /** The address in links of an answer to a request. */
  private static String linkFor(String host, TrustedHosts list) {
    MockHttpServletRequest request = new MockHttpServletRequest("GET", "/d");
    request.setServerName(host);
    request.setLocalPort(7777);
    MockFilterChain chain = new MockFilterChain();
    try {
      list.doFilter(request, new MockHttpServletResponse(), chain);
    } catch (ServletException | IOException e) {
      throw new AssertionError(e);
    }
    return ((HttpServletRequest) chain.getRequest()).getRequestURL().toString();
  }
}
