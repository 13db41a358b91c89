package dev.faultbook.api.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Verifies that secrets are read from the settings and never printed with them. */
class ChatSettingsTests {
  @Test
  void aSecretIsReadAndNotPrinted() {
    ChatSettings settings =
        new Binder(
                new MapConfigurationPropertySource(
                    Map.of(
                        "faultbook.chat.slack.signing-secret", " hush-1 ",
                        "faultbook.chat.mattermost.token", "hush-2",
                        "faultbook.chat.dingtalk.secret", "hush-3",
                        "faultbook.chat.feishu.verification-token", "hush-4",
                        "faultbook.chat.feishu.encrypt-key", "hush-5",
                        "faultbook.chat.feishu.app-secret", "hush-6")))
            .bindOrCreate("faultbook.chat", ChatSettings.class);
    assertThat(settings.slack().signingSecret().value()).isEqualTo("hush-1");
    assertThat(settings.feishu().appSecret().isSet()).isTrue();
    assertThat(settings.feishu().isOn()).as("without the id of the app").isFalse();
    assertThat(settings.toString()).contains("(secret)").doesNotContain("hush");
  }

  @Test
  void theAddressOfFeishuMustBeThatOfAWebServer() {
    for (String address : new String[] {"open.feishu.cn", "file:///etc/passwd", "https:///x"}) {
      Binder binder =
          new Binder(
              new MapConfigurationPropertySource(
                  Map.of("faultbook.chat.feishu.base-url", address)));
      assertThatThrownBy(() -> binder.bindOrCreate("faultbook.chat", ChatSettings.class))
          .as(address)
          .hasRootCauseMessage(
              "faultbook.chat.feishu.base-url is not the address of a web server: " + address);
    }
  }
}
