package dev.faultbook.api.alert;

import dev.faultbook.report.Dialect;
import dev.faultbook.server.Secret;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Alerts whose logs are diagnosed; off until Loki and the query are set.
 *
 * @param loki where the logs are
 * @param before how long before the alert began a log is read
 * @param post where the short answer is posted
 */
@ConfigurationProperties("faultbook.alerts")
record AlertSettings(
    @DefaultValue Loki loki, @DefaultValue("30m") Duration before, @DefaultValue Post post) {

  /**
   * The one Loki that is asked.
   *
   * @param url its address, {@code http://loki:3100}; blank if there is none
   * @param query LogQL with labels of the alert: <code>{namespace="$namespace", pod="$pod"}</code>
   * @param tenant sent as {@code X-Scope-OrgID}; blank if there is none
   * @param token sent as {@code Authorization: Bearer}
   */
  record Loki(
      @DefaultValue("") String url,
      @DefaultValue("") String query,
      @DefaultValue("") String tenant,
      @DefaultValue("") Secret token) {
    Loki {
      if (!url.isBlank() && !isWeb(URI.create(url))) {
        throw new IllegalArgumentException(
            "faultbook.alerts.loki.url is not the address of a web server: " + url);
      }
    }

    Map<String, String> headers() {
      Map<String, String> headers = new HashMap<>();
      if (!tenant.isBlank()) {
        headers.put("X-Scope-OrgID", tenant);
      }
      if (token.isSet()) {
        headers.put("Authorization", "Bearer " + token.value());
      }
      return headers;
    }
  }

  /**
   * Addresses of incoming webhooks and robots, which are secrets.
   *
   * @param slack an incoming webhook
   * @param mattermost an incoming webhook
   * @param dingtalk a robot of a group
   * @param feishu a robot of a group
   */
  record Post(
      @DefaultValue("") Secret slack,
      @DefaultValue("") Secret mattermost,
      @DefaultValue("") Secret dingtalk,
      @DefaultValue("") Secret feishu) {
    /** Each chat that is set, with its address. */
    Map<Dialect, URI> chats() {
      return Stream.of(
              Map.entry(Dialect.SLACK, slack),
              Map.entry(Dialect.MARKDOWN, mattermost),
              Map.entry(Dialect.DINGTALK, dingtalk),
              Map.entry(Dialect.FEISHU, feishu))
          .filter(chat -> chat.getValue().isSet())
          .collect(
              Collectors.toMap(Map.Entry::getKey, chat -> URI.create(chat.getValue().value())));
    }
  }

  boolean isOn() {
    return !loki.url().isBlank() && !loki.query().isBlank();
  }

  private static boolean isWeb(URI address) {
    return address.getHost() != null
        && ("https".equals(address.getScheme()) || "http".equals(address.getScheme()));
  }
}
