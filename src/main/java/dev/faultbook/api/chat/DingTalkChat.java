package dev.faultbook.api.chat;

import dev.faultbook.content.Language;
import dev.faultbook.report.Dialect;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/**
 * DingTalk's Stream mode: messages to the robot come over the socket, answers go to the address of
 * the conversation, which each message names for a while. Files come from users who write to the
 * robot alone: in a group DingTalk does not pass them on.
 *
 * @see <a href="https://open-dingtalk.github.io/developerpedia/docs/learn/stream/protocol">The
 *     protocol</a>
 * @see <a href="https://open.dingtalk.com/document/orgapp/receive-message">Messages to a robot</a>
 */
final class DingTalkChat implements ChatSocket.Chat {
  private static final Logger LOG = LoggerFactory.getLogger(DingTalkChat.class);
  private static final String MESSAGES = "/v1.0/im/bot/messages/get";

  /** Of {@code https://oapi.dingtalk.com/robot/sendBySession?session=…}. */
  private static final String DOMAIN = ".dingtalk.com";

  private static final int MAX_SEEN = 1024;

  private final ChatSettings.DingTalk settings;
  private final ChatAnswers answers;
  private final JsonMapper json;
  private final ChatApi api;
  private final String pages;
  private final SeenIds messages = new SeenIds(MAX_SEEN);
  private final AccessToken token = new AccessToken("DingTalk", this::askForToken);

  /**
   * @param pages address of the pages
   */
  DingTalkChat(
      ChatSettings.DingTalk settings,
      ChatAnswers answers,
      JsonMapper json,
      ChatApi api,
      String pages) {
    this.settings = settings;
    this.answers = answers;
    this.json = json;
    this.api = api;
    this.pages = pages;
  }

  @Override
  public String name() {
    return "DingTalk";
  }

  /**
   * {@code {"endpoint": "wss://wss-open-connection.dingtalk.com:443/connect", "ticket": "…"}}; a
   * ticket is for one connection. For a wrong secret {@code {"code": "authFailed", "message":
   * "…"}}.
   */
  @Override
  public URI findAddress() throws IOException, InterruptedException {
    JsonNode answer =
        api.post(
            api.request("/v1.0/gateway/connections/open").header("Accept", "application/json"),
            Map.of(
                "clientId",
                settings.clientId(),
                "clientSecret",
                settings.secret().value(),
                "subscriptions",
                List.of(Map.of("type", "CALLBACK", "topic", MESSAGES)),
                "ua",
                "faultbook"));
    String code = answer.path("code").asString("");
    if (code.equals("authFailed")) {
      throw new ChatSocket.RefusedSecretException(
          "DingTalk refuses the app (authFailed); set FAULTBOOK_CHAT_DINGTALK_CLIENTID and"
              + " FAULTBOOK_CHAT_DINGTALK_SECRET to those of the app");
    }
    String endpoint = answer.path("endpoint").asString("");
    String ticket = answer.path("ticket").asString("");
    if (endpoint.isEmpty() || ticket.isEmpty()) {
      throw new IOException("DingTalk answered with the error " + code);
    }
    try {
      return URI.create(endpoint + "?ticket=" + URLEncoder.encode(ticket, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      throw new IOException("DingTalk did not answer with the address of a socket", e);
    }
  }

  /**
   * {@code {"type": "CALLBACK", "headers": {"topic": "…", "messageId": "…"}, "data": "{…}"}}; its
   * types are SYSTEM, EVENT and CALLBACK.
   */
  @Override
  public void receive(ChatSocket.Link link, byte[] message)
      throws IOException, InterruptedException {
    try {
      JsonNode push = json.readTree(message);
      String topic = push.at("/headers/topic").asString("");
      String id = push.at("/headers/messageId").asString("");
      String data = push.path("data").asString("{}");
      switch (push.path("type").asString("") + " " + topic) {
        // The connection ends ten seconds later.
        case "SYSTEM disconnect" -> link.end(true);
        case "SYSTEM ping" -> link.send(acknowledge(id, data));
        case "CALLBACK " + MESSAGES -> {
          link.send(acknowledge(id, "{\"response\": null}"));
          answer(json.readTree(data));
        }
        default -> link.send(acknowledge(id, "{\"status\": \"SUCCESS\"}"));
      }
    } catch (JacksonException e) {
      throw new IOException("it is no JSON", e);
    }
  }

  private String acknowledge(String id, String data) {
    return json.writeValueAsString(
        Map.of(
            "code",
            200,
            "headers",
            Map.of("messageId", id, "contentType", "application/json"),
            "message",
            "OK",
            "data",
            data));
  }

  private void answer(JsonNode message) throws IOException, InterruptedException {
    if (!messages.claim(message.path("msgId").asString(""))) {
      return;
    }
    URI address =
        api.findOwn(message.path("sessionWebhook").asString(""), server -> server.endsWith(DOMAIN))
            .orElseThrow(() -> new IOException("the address for its answer is not DingTalk's"));
    String text = textOf(message);
    Language language = ChatAnswers.languageOf(text, Language.ZH);
    JsonNode file = fileOf(message);
    ChatAnswer answer =
        file.isMissingNode()
            ? answers.answerOrSay(text, Dialect.DINGTALK, language, pages)
            : answers.answerOrSay(() -> fetch(file, message), Dialect.DINGTALK, language, pages);
    long end = message.path("sessionWebhookExpiredTime").asLong(Long.MAX_VALUE);
    if (end < System.currentTimeMillis()) {
      LOG.warn("An answer to DingTalk was ready after the end of its conversation");
      return;
    }
    JsonNode taken = api.post(HttpRequest.newBuilder(address), ChatCards.dingTalk(answer));
    if (taken.path("errcode").asInt(-1) != 0) {
      throw new IOException("DingTalk answered with code " + taken.path("errcode").asInt(-1));
    }
  }

  /**
   * The file of a message, {@code {"msgtype": "file", "content": {"downloadCode": "…", "fileName":
   * "…"}}}, or of the one that a line replies to; a missing node if there is none.
   */
  private static JsonNode fileOf(JsonNode message) {
    JsonNode replied = message.at("/text/repliedMsg");
    boolean own = message.path("msgtype").asString("").equals("file");
    boolean asks =
        replied.path("msgType").asString("").equals("file")
            && message.at("/text/content").asString("").strip().indexOf('\n') < 0;
    return own
        ? message.path("content")
        : asks ? replied.path("content") : MissingNode.getInstance();
  }

  /**
   * Fetches a file. Its address comes from DingTalk's API, lies on whatever server stores it, and
   * holds its own signature; no token goes there.
   *
   * @see <a
   *     href="https://help.dingtalk.io/open/development/download-the-file-content-of-the-robot-receiving-message">The
   *     call</a>
   */
  private Map<String, byte[]> fetch(JsonNode file, JsonNode message)
      throws IOException, InterruptedException {
    Map<String, String> body =
        Map.of(
            "downloadCode",
            file.path("downloadCode").asString(""),
            "robotCode",
            message.path("robotCode").asString(settings.clientId()));
    JsonNode answer = findFile(body);
    if (answer.path("code").asString("").equals("InvalidAuthentication")) {
      token.forget();
      answer = findFile(body);
    }
    String address = answer.path("downloadUrl").asString("");
    if (address.isEmpty()) {
      throw new IOException("DingTalk answered with the error " + answer.path("code").asString(""));
    }
    URI place =
        api.findOwn(address, _ -> true)
            .orElseThrow(() -> new IOException("DingTalk gives no HTTPS address of the file"));
    return Map.of(
        file.path("fileName").asString(""),
        api.fetch(HttpRequest.newBuilder(place), ChatAnswers.MAX_FILE));
  }

  private JsonNode findFile(Map<String, String> body) throws IOException, InterruptedException {
    return api.post(
        api.request("/v1.0/robot/messageFiles/download")
            .header("x-acs-dingtalk-access-token", token.value()),
        body);
  }

  /**
   * {@code {"accessToken": "…", "expireIn": 7200}}.
   *
   * @see <a
   *     href="https://open.dingtalk.com/document/orgapp/obtain-the-access_token-of-an-internal-app">The
   *     call</a>
   */
  private AccessToken.Given askForToken() throws IOException, InterruptedException {
    JsonNode answer =
        api.post(
            api.request("/v1.0/oauth2/accessToken"),
            Map.of("appKey", settings.clientId(), "appSecret", settings.secret().value()));
    String value = answer.path("accessToken").asString("");
    if (value.isEmpty()) {
      throw new IOException(
          "DingTalk gave no access token, error " + answer.path("code").asString(""));
    }
    return new AccessToken.Given(value, answer.path("expireIn").asLong(0));
  }

  /**
   * What a user wrote: {@code {"text": {"content": "…"}}}, or {@code {"content": {"richText":
   * [{"text": "…"}]}}}. One line that replies to another message asks about that one, which comes
   * as {@code "repliedMsg": {"content": {"text": "…"}}}.
   */
  private static String textOf(JsonNode message) {
    JsonNode text = message.path("text");
    String own = text.path("content").asString("") + richText(message.path("content"));
    JsonNode replied = text.path("repliedMsg").path("content");
    String first = replied.path("text").asString("") + richText(replied);
    return first.isBlank() || own.strip().indexOf('\n') >= 0 ? own : first;
  }

  private static String richText(JsonNode content) {
    StringBuilder text = new StringBuilder();
    for (JsonNode piece : content.path("richText")) {
      text.append(piece.path("text").asString("")).append('\n');
    }
    return text.toString();
  }
}
