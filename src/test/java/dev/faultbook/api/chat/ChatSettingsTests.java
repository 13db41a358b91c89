package dev.faultbook.api.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

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

  static ChatSettings settings(Map<String, Object> environment) {
    var source =
        new SystemEnvironmentPropertySource(
            StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, environment);
    return new Binder(ConfigurationPropertySources.from(source))
        .bindOrCreate("faultbook.chat", ChatSettings.class);
  }

  /** Each variable of the page is a setting, which holds the value of the page. */
  @ParameterizedTest
  @ValueSource(strings = {"en", "zh"})
  void thePageOfSocketsSetsThemUp(String language) throws IOException {
    String page = Files.readString(Path.of("src/main/resources/docs/sockets." + language + ".md"));
    List<String> lines =
        page.lines()
            .filter(line -> line.startsWith("export "))
            .map(line -> line.substring("export ".length()))
            .toList();
    assertThat(lines).hasSizeGreaterThan(2);
    for (String line : lines) {
      String name = line.substring(0, line.indexOf('='));
      String value = line.substring(line.indexOf('=') + 1);
      assertThat(settings(Map.of(name, value))).as(name).isNotEqualTo(settings(Map.of()));
    }
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
