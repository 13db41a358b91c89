package dev.faultbook.api.chat;

import dev.faultbook.content.Language;
import dev.faultbook.report.Dialect;
import dev.faultbook.server.QueryString;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Slack's Socket Mode. A slash command is answered in its acknowledgement, which its caller alone
 * sees. With a bot token, a message to the app, or one that mentions it, is answered in its thread:
 * what its files or snippets hold, else its text; a reply of one line asks about the message that
 * began the thread. Buttons below an answer count as feedback.
 *
 * @see <a href="https://docs.slack.dev/apis/events-api/using-socket-mode/">Socket Mode</a>
 * @see <a href="https://docs.slack.dev/reference/events/message/file_share/">Messages with
 *     files</a>
 * @see <a href="https://docs.slack.dev/reference/objects/file-object/">Files</a>
 * @see <a href="https://docs.slack.dev/reference/methods/conversations.replies/">The message that
 *     began a thread</a>
 */
final class SlackChat implements ChatSocket.Chat {
  private static final Logger LOG = LoggerFactory.getLogger(SlackChat.class);
  private static final int MAX_SEEN = 1024;
  private static final int MAX_FILES = 8;
  private static final String FILES = "files.slack.com";

  /** Answers of Slack that no second try changes. */
  private static final Set<String> LASTING =
      Set.of(
          "invalid_auth",
          "not_authed",
          "token_expired",
          "token_revoked",
          "account_inactive",
          "missing_scope",
          "no_permission",
          "not_allowed_token_type");

  private final ChatSettings.Slack settings;
  private final ChatAnswers answers;
  private final ChatFeedback feedback;
  private final JsonMapper json;
  private final ChatApi api;
  private final String pages;
  private final SeenIds envelopes = new SeenIds(MAX_SEEN);
  private final SeenIds messages = new SeenIds(MAX_SEEN);

  /**
   * @param pages address of the pages
   */
  SlackChat(
      ChatSettings.Slack settings,
      ChatAnswers answers,
      ChatFeedback feedback,
      JsonMapper json,
      ChatApi api,
      String pages) {
    this.settings = settings;
    this.answers = answers;
    this.feedback = feedback;
    this.json = json;
    this.api = api;
    this.pages = pages;
  }

  @Override
  public String name() {
    return "Slack";
  }

  /** {@code {"ok": true, "url": "wss://wss-primary.slack.com/link/?ticket=…"}}. */
  @Override
  public URI findAddress() throws IOException, InterruptedException {
    JsonNode answer =
        api.call(
            api.request("/api/apps.connections.open")
                .header("Authorization", "Bearer " + settings.appToken().value())
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.noBody()));
    String error = answer.path("error").asString("");
    if (LASTING.contains(error)) {
      throw new ChatSocket.RefusedSecretException(
          "Slack refuses the app-level token ("
              + error
              + "); set FAULTBOOK_CHAT_SLACK_APPTOKEN to a valid one");
    }
    requireOk(answer);
    try {
      return URI.create(answer.path("url").asString(""));
    } catch (IllegalArgumentException e) {
      throw new IOException("Slack did not answer with the address of a socket", e);
    }
  }

  /**
   * {@code {"type": "slash_commands", "envelope_id": "…", "payload": {"text": "…"}}}, {@code
   * {"type": "events_api", "envelope_id": "…", "payload": {"event": {…}}}}, {@code {"type":
   * "interactive", "envelope_id": "…", "payload": {"type": "block_actions", …}}}, {@code {"type":
   * "hello"}}, {@code {"type": "disconnect", "reason": "refresh_requested"}}.
   */
  @Override
  public void receive(ChatSocket.Link link, byte[] message)
      throws IOException, InterruptedException {
    JsonNode envelope;
    try {
      envelope = json.readTree(message);
    } catch (JacksonException e) {
      throw new IOException("it is no JSON", e);
    }
    String id = envelope.path("envelope_id").asString("");
    switch (envelope.path("type").asString("")) {
      case "disconnect" -> {
        boolean asked = !envelope.path("reason").asString("").equals("link_disabled");
        if (!asked) {
          LOG.warn("Socket Mode is switched off in the settings of the app at Slack");
        }
        link.end(asked);
      }
      case "slash_commands" ->
          link.send(
              json.writeValueAsString(
                  envelopes.claim(id)
                      ? Map.of("envelope_id", id, "payload", answer(envelope.path("payload")))
                      : Map.of("envelope_id", id)));
      case "interactive" -> {
        link.send(json.writeValueAsString(Map.of("envelope_id", id)));
        feedback.countSlack(envelope.path("payload"));
      }
      default -> {
        if (!id.isEmpty()) {
          link.send(json.writeValueAsString(Map.of("envelope_id", id)));
        }
        takeEvent(envelope.at("/payload/event"));
      }
    }
  }

  private ChatController.SlackAnswer answer(JsonNode command) {
    String text = ChatController.SlackAnswer.plain(command.path("text").asString(""));
    Language language = ChatAnswers.languageOf(text, Language.EN);
    return ChatController.SlackAnswer.of(answers.answerOrSay(text, Dialect.SLACK, language, pages));
  }

  /** Answers a message; one that several events name, or an event that is repeated, once. */
  private void takeEvent(JsonNode event) throws IOException, InterruptedException {
    String type = event.path("type").asString("");
    String subtype = event.path("subtype").asString("");
    boolean meant =
        type.equals("app_mention")
            || type.equals("message") && event.path("channel_type").asString("").equals("im");
    boolean written =
        (subtype.isEmpty() || subtype.equals("file_share")) && !event.hasNonNull("bot_id");
    String channel = event.path("channel").asString("");
    String time = event.path("ts").asString("");
    if (!settings.botToken().isSet()
        || !meant
        || !written
        || !messages.claim(channel + " " + time)) {
      return;
    }
    ChatAnswer answer = answerTo(event, channel);
    Map<String, Object> message = new HashMap<>();
    message.put("channel", channel);
    message.put("thread_ts", event.path("thread_ts").asString(time));
    message.put("text", answer.text());
    message.put("blocks", ChatCards.slack(answer));
    message.put("unfurl_links", false);
    requireOk(api.post(authorize(api.request("/api/chat.postMessage")), message));
  }

  private ChatAnswer answerTo(JsonNode event, String channel) throws InterruptedException {
    Language language = ChatAnswers.languageOf(textOf(event), Language.EN);
    try {
      JsonNode log = findLog(event, channel);
      List<JsonNode> files = filesOf(log);
      return files.isEmpty()
          ? answers.answerOrSay(textOf(log), Dialect.SLACK, language, pages)
          : answers.answerOrSay(() -> fetch(files), Dialect.SLACK, language, pages);
    } catch (IOException e) {
      return ChatAnswers.sayUnread(e, Dialect.SLACK, language);
    }
  }

  /** The message itself, or the one that began the thread if this one only asks about it. */
  private JsonNode findLog(JsonNode event, String channel)
      throws IOException, InterruptedException {
    String thread = event.path("thread_ts").asString("");
    boolean reply = !thread.isEmpty() && !thread.equals(event.path("ts").asString(""));
    if (!reply || !event.path("files").isEmpty() || textOf(event).strip().indexOf('\n') >= 0) {
      return event;
    }
    String query = QueryString.toQuery(Map.of("channel", channel, "ts", thread, "limit", "1"));
    JsonNode answer = api.call(authorize(api.request("/api/conversations.replies?" + query)));
    requireOk(answer);
    return answer.at("/messages/0");
  }

  private static List<JsonNode> filesOf(JsonNode message) {
    List<JsonNode> files = new ArrayList<>();
    for (JsonNode file : message.path("files")) {
      boolean image = file.path("mimetype").asString("").startsWith("image/");
      if (files.size() < MAX_FILES && !image) {
        files.add(file);
      }
    }
    return files;
  }

  /** The token goes to Slack alone. */
  private Map<String, byte[]> fetch(List<JsonNode> files) throws IOException, InterruptedException {
    Map<String, byte[]> fetched = new LinkedHashMap<>();
    for (JsonNode file : files) {
      if (file.path("size").asLong(0) > ChatAnswers.MAX_FILE) {
        throw new ChatApi.LargeFileException();
      }
      URI address =
          api.findOwn(file.path("url_private").asString(""), FILES::equals)
              .orElseThrow(() -> new IOException("the file does not lie at Slack"));
      byte[] bytes = api.fetch(authorize(HttpRequest.newBuilder(address)), ChatAnswers.MAX_FILE);
      String name = file.path("name").asString("");
      fetched.put(fetched.containsKey(name) ? fetched.size() + " " + name : name, bytes);
    }
    return fetched;
  }

  private HttpRequest.Builder authorize(HttpRequest.Builder request) {
    return request.header("Authorization", "Bearer " + settings.botToken().value());
  }

  private static void requireOk(JsonNode answer) throws IOException {
    if (!answer.path("ok").asBoolean(false)) {
      throw new IOException("Slack answered with the error " + answer.path("error").asString(""));
    }
  }

  /**
   * What a user wrote: {@code <@U061F7AUR> see <https://a.example/log|a.example/log>} without who
   * was mentioned, and with links as text.
   *
   * @see <a href="https://docs.slack.dev/messaging/formatting-message-text/">Formatting of
   *     messages</a>
   */
  private static String textOf(JsonNode message) {
    String text = message.path("text").asString("");
    StringBuilder plain = new StringBuilder(text.length());
    int at = 0;
    for (int open = text.indexOf('<'); open >= 0; open = text.indexOf('<', at)) {
      int close = text.indexOf('>', open);
      if (close < 0) {
        break;
      }
      plain.append(text, at, open);
      if (text.charAt(open + 1) != '@') {
        int label = text.indexOf('|', open, close);
        plain.append(text, (label < 0 ? open : label) + 1, close);
      }
      at = close + 1;
    }
    plain.append(text, at, text.length());
    return ChatController.SlackAnswer.plain(plain.toString());
  }
}
