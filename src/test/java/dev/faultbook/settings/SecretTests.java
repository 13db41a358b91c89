package dev.faultbook.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Verifies that secrets are read from the settings and never printed with them. */
class SecretTests {
  @Test
  void aSecretIsReadAndNotPrinted() {
    FaultbookProperties settings =
        new Binder(
                new MapConfigurationPropertySource(
                    Map.of(
                        "faultbook.chat.slack.signing-secret", " hush-1 ",
                        "faultbook.chat.mattermost.token", "hush-2",
                        "faultbook.chat.dingtalk.secret", "hush-3",
                        "faultbook.chat.feishu.verification-token", "hush-4",
                        "faultbook.chat.feishu.encrypt-key", "hush-5",
                        "faultbook.chat.feishu.app-secret", "hush-6")))
            .bindOrCreate("faultbook", FaultbookProperties.class);
    assertThat(settings.chat().slack().signingSecret().value()).isEqualTo("hush-1");
    assertThat(settings.chat().feishu().appSecret().isSet()).isTrue();
    assertThat(settings.chat().feishu().isOn()).as("without the id of the app").isFalse();
    assertThat(settings.toString()).contains("(secret)").doesNotContain("hush");
  }

  @Test
  void thePasswordOfCuratorsIsLongEnoughOrNone() {
    assertThat(curation("").password().isSet()).isFalse();
    assertThat(curation("   ").password().isSet()).isFalse();
    assertThat(curation("12 letters..").password().isSet()).isTrue();
    assertThat(curation("12 letters..").toString()).doesNotContain("letters");
    assertThatThrownBy(() -> curation("11 letters."))
        .hasRootCauseMessage(
            "faultbook.curation.password has fewer than 12 characters; set a longer one, or none to"
                + " close the curators' desk")
        .hasMessageNotContaining("11 letters.");
  }

  private static FaultbookProperties.Curation curation(String password) {
    return new Binder(
            new MapConfigurationPropertySource(Map.of("faultbook.curation.password", password)))
        .bindOrCreate("faultbook", FaultbookProperties.class)
        .curation();
  }

  @Test
  void theAddressOfFeishuMustBeThatOfAWebServer() {
    for (String address : new String[] {"open.feishu.cn", "file:///etc/passwd", "https:///x"}) {
      Binder binder =
          new Binder(
              new MapConfigurationPropertySource(
                  Map.of("faultbook.chat.feishu.base-url", address)));
      assertThatThrownBy(() -> binder.bindOrCreate("faultbook", FaultbookProperties.class))
          .as(address)
          .hasRootCauseMessage(
              "faultbook.chat.feishu.base-url is not the address of a web server: " + address);
    }
  }
}
