package dev.faultbook.api.chat;

import dev.faultbook.server.Secret;
import java.net.URI;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The chats that may ask for diagnoses. Each is off until its secret is set.
 *
 * @param pages address of the pages, for the links of answers over sockets; blank for localhost
 * @param slack an app of Slack
 * @param mattermost a slash command of Mattermost
 * @param dingtalk a robot of DingTalk
 * @param feishu an app of Feishu or Lark
 */
@ConfigurationProperties("faultbook.chat")
record ChatSettings(
    @DefaultValue("") String pages,
    @DefaultValue Slack slack,
    @DefaultValue Mattermost mattermost,
    @DefaultValue DingTalk dingtalk,
    @DefaultValue Feishu feishu) {

  /**
   * An app of Slack, whose slash command calls an address or comes over a socket that this server
   * opens.
   *
   * @param signingSecret the app's signing secret, for the address
   * @param appToken the app-level token {@code xapp-…}, for the socket
   * @param botToken the bot token {@code xoxb-…}, with which messages over the socket are answered
   * @param baseUrl address of the API
   */
  record Slack(
      @DefaultValue("") Secret signingSecret,
      @DefaultValue("") Secret appToken,
      @DefaultValue("") Secret botToken,
      @DefaultValue("https://slack.com") URI baseUrl) {}

  /**
   * A slash command of Mattermost.
   *
   * @param token the command's token
   */
  record Mattermost(@DefaultValue("") Secret token) {}

  /**
   * A robot of DingTalk, which calls an address or, once the client id is set, is heard over a
   * socket that this server opens.
   *
   * @param secret the robot's app secret
   * @param clientId the app's client id, for the socket
   * @param baseUrl address of the API
   */
  record DingTalk(
      @DefaultValue("") Secret secret,
      @DefaultValue("") String clientId,
      @DefaultValue("https://api.dingtalk.com") URI baseUrl) {}

  /**
   * An app of Feishu or Lark, which is on once the app's id, its secret and either the token or the
   * socket are set.
   *
   * @param verificationToken the token in each event
   * @param encryptKey the key that signs and encrypts events; blank if the app has none
   * @param appId the app's id
   * @param appSecret the app's secret, for replies and the socket
   * @param socket whether this server opens a connection, over which events come
   * @param baseUrl address of the API
   */
  record Feishu(
      @DefaultValue("") Secret verificationToken,
      @DefaultValue("") Secret encryptKey,
      @DefaultValue("") String appId,
      @DefaultValue("") Secret appSecret,
      @DefaultValue("false") boolean socket,
      @DefaultValue("https://open.feishu.cn") URI baseUrl) {
    Feishu {
      boolean web = "https".equals(baseUrl.getScheme()) || "http".equals(baseUrl.getScheme());
      if (!web || baseUrl.getHost() == null) {
        throw new IllegalArgumentException(
            "faultbook.chat.feishu.base-url is not the address of a web server: " + baseUrl);
      }
    }

    /** Whether events at the address can be verified and answered. */
    boolean isOn() {
      return verificationToken.isSet() && !appId.isBlank() && appSecret.isSet();
    }
  }
}
