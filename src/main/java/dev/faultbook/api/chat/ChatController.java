package dev.faultbook.api.chat;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.faultbook.content.Language;
import dev.faultbook.report.Dialect;
import dev.faultbook.server.QueryString;
import dev.faultbook.server.UploadReceiver;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Answers messages of chats. Each chat is off until its secret is set. */
@RestController
@Tag(name = "chat", description = "Called by Slack, Mattermost, DingTalk and Feishu.")
class ChatController {
  /** Mattermost sends up to 16,383 characters, of nine bytes each in a form. */
  static final int MAX_BYTES = 256 * 1024;

  private static final String JSON = "application/json";

  private final ChatSettings settings;
  private final UploadReceiver receiver;
  private final ChatAnswers answers;
  private final FeishuEvents events;
  private final FeishuReplies replies;
  private final JsonMapper json;

  ChatController(
      ChatSettings settings,
      UploadReceiver receiver,
      ChatAnswers answers,
      FeishuEvents events,
      FeishuReplies replies,
      JsonMapper json) {
    this.settings = settings;
    this.receiver = receiver;
    this.answers = answers;
    this.events = events;
    this.replies = replies;
    this.json = json;
  }

  /** An answer of a slash command of Slack, which its caller alone sees. */
  record SlackAnswer(@JsonProperty("response_type") String responseType, String text) {
    static SlackAnswer of(String text) {
      return new SlackAnswer("ephemeral", text);
    }

    /** What a user wrote: Slack escapes these three characters, and no others. */
    static String plain(String text) {
      return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    }
  }

  /** An answer of a slash command of Mattermost, which its caller alone sees. */
  record MattermostAnswer(
      @JsonProperty("response_type") String responseType,
      String text,
      @JsonProperty("skip_slack_parsing") boolean skipSlackParsing) {}

  /** An answer of an outgoing robot of DingTalk. */
  record DingTalkAnswer(String msgtype, DingTalkMarkdown markdown) {}

  /** The text of an answer. */
  record DingTalkMarkdown(String title, String text) {}

  @PostMapping(value = "/chat/slack", produces = JSON)
  SlackAnswer slack(HttpServletRequest request) throws IOException {
    requireOn(settings.slack().signingSecret().isSet());
    byte[] body = receiver.receiveMessage(request, MAX_BYTES);
    require(RequestSignatures.isFromSlack(request, body, settings.slack().signingSecret()));
    String text =
        SlackAnswer.plain(new QueryString(new String(body, UTF_8)).find("text").orElse(""));
    return SlackAnswer.of(answers.answer(request, text, Dialect.SLACK, Language.EN));
  }

  @PostMapping(value = "/chat/mattermost", produces = JSON)
  MattermostAnswer mattermost(HttpServletRequest request) throws IOException {
    requireOn(settings.mattermost().token().isSet());
    QueryString form =
        new QueryString(new String(receiver.receiveMessage(request, MAX_BYTES), UTF_8));
    require(
        RequestSignatures.isFromMattermost(
            request, form.find("token").orElse(null), settings.mattermost().token()));
    return new MattermostAnswer(
        "ephemeral",
        answers.answer(request, form.find("text").orElse(""), Dialect.MARKDOWN, Language.EN),
        true);
  }

  @PostMapping(value = "/chat/dingtalk", produces = JSON)
  DingTalkAnswer dingtalk(HttpServletRequest request) throws IOException {
    requireOn(settings.dingtalk().secret().isSet());
    byte[] body = receiver.receiveMessage(request, MAX_BYTES);
    require(RequestSignatures.isFromDingTalk(request, settings.dingtalk().secret()));
    String answer = answers.answer(request, dingTalkText(body), Dialect.DINGTALK, Language.ZH);
    return new DingTalkAnswer("markdown", new DingTalkMarkdown("Faultbook", answer));
  }

  @PostMapping(value = "/chat/feishu", produces = JSON)
  Map<String, String> feishu(HttpServletRequest request) throws IOException {
    requireOn(settings.feishu().isOn());
    byte[] body = receiver.receiveMessage(request, MAX_BYTES);
    return switch (events.read(request, body)) {
      case FeishuEvents.Event.Challenge(String challenge) -> Map.of("challenge", challenge);
      case FeishuEvents.Event.Message message -> {
        replies.answer(
            message, () -> answers.answer(request, message.text(), Dialect.FEISHU, Language.ZH));
        yield Map.of();
      }
      case FeishuEvents.Event.Other() -> Map.of();
    };
  }

  private String dingTalkText(byte[] body) {
    try {
      return json.readTree(body).at("/text/content").asString("");
    } catch (JacksonException e) {
      throw new ResponseStatusException(
          HttpStatus.BAD_REQUEST, "The body is not the JSON document that DingTalk sends.", e);
    }
  }

  private static void requireOn(boolean on) {
    if (!on) {
      throw new ResponseStatusException(HttpStatus.NOT_FOUND, "This chat is not set up.");
    }
  }

  private static void require(boolean verified) {
    if (!verified) {
      throw RequestSignatures.refusal();
    }
  }
}
