package dev.faultbook.api.chat;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.faultbook.content.Language;
import dev.faultbook.report.Dialect;
import dev.faultbook.server.QueryString;
import dev.faultbook.server.UploadReceiver;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Answers messages of chats. Each chat is off until its secret is set. */
@RestController
@Tag(name = "chat", description = "Called by Slack, Mattermost, DingTalk and Feishu.")
class ChatController {
  /** Mattermost sends up to 16,383 characters, of nine bytes each in a form. */
  static final int MAX_BYTES = 256 * 1024;

  private static final String JSON = "application/json";
  private static final String PRESSES = "/chat/mattermost/feedback";

  private final ChatSettings settings;
  private final UploadReceiver receiver;
  private final ChatAnswers answers;
  private final FeishuEvents events;
  private final FeishuReplies replies;
  private final ChatFeedback feedback;

  ChatController(
      ChatSettings settings,
      UploadReceiver receiver,
      ChatAnswers answers,
      FeishuEvents events,
      FeishuReplies replies,
      ChatFeedback feedback) {
    this.settings = settings;
    this.receiver = receiver;
    this.answers = answers;
    this.events = events;
    this.replies = replies;
    this.feedback = feedback;
  }

  /** An answer of a slash command of Slack, which its caller alone sees. */
  record SlackAnswer(
      @JsonProperty("response_type") String responseType,
      String text,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Map<String, Object>> blocks) {
    static SlackAnswer of(ChatAnswer answer) {
      return new SlackAnswer("ephemeral", answer.text(), ChatCards.slack(answer));
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
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Map<String, Object>> attachments,
      @JsonProperty("skip_slack_parsing") boolean skipSlackParsing) {}

  /** What a user of Mattermost sees after a button was pressed. */
  record MattermostThanks(@JsonProperty("ephemeral_text") String ephemeralText) {}

  /** Slack sends slash commands and, in the field {@code payload}, presses of buttons. */
  @PostMapping(value = "/chat/slack", produces = JSON)
  ResponseEntity<SlackAnswer> slack(HttpServletRequest request) throws IOException {
    requireOn(settings.slack().signingSecret().isSet());
    byte[] body = receiver.receiveMessage(request, MAX_BYTES);
    require(RequestSignatures.isFromSlack(request, body, settings.slack().signingSecret()));
    QueryString form = new QueryString(new String(body, UTF_8));
    Optional<String> press = form.find("payload");
    if (press.isPresent()) {
      feedback.countSlack(read(press.get().getBytes(UTF_8)));
      return ResponseEntity.ok().build();
    }
    String text = SlackAnswer.plain(form.find("text").orElse(""));
    return ResponseEntity.ok(
        SlackAnswer.of(answers.answer(request, text, Dialect.SLACK, Language.EN)));
  }

  @PostMapping(value = "/chat/mattermost", produces = JSON)
  MattermostAnswer mattermost(HttpServletRequest request) throws IOException {
    requireOn(settings.mattermost().token().isSet());
    QueryString form =
        new QueryString(new String(receiver.receiveMessage(request, MAX_BYTES), UTF_8));
    require(
        RequestSignatures.isFromMattermost(
            request, form.find("token").orElse(null), settings.mattermost().token()));
    ChatAnswer answer =
        answers.answer(request, form.find("text").orElse(""), Dialect.MARKDOWN, Language.EN);
    return new MattermostAnswer(
        "ephemeral",
        answer.text(),
        ChatCards.mattermost(answer, ChatAnswers.base() + PRESSES, settings.mattermost().token()),
        true);
  }

  /**
   * A press of a button: {@code {"user_id": "…", "post_id": "…", "context": {"vote": "…", "sign":
   * "…"}}}.
   */
  @PostMapping(value = PRESSES, produces = JSON)
  MattermostThanks mattermostPress(HttpServletRequest request) throws IOException {
    requireOn(settings.mattermost().token().isSet());
    JsonNode press = read(receiver.receiveMessage(request, MAX_BYTES));
    String value = press.at("/context/vote").asString("");
    require(
        RequestSignatures.isSame(
            RequestSignatures.sign(value, settings.mattermost().token()),
            press.at("/context/sign").asString("")));
    ChatFeedback.Vote vote = ChatFeedback.Vote.parse(value).orElseThrow(RequestSignatures::refusal);
    return new MattermostThanks(
        feedback.count(
            "mattermost " + press.path("post_id").asString(""),
            press.path("user_id").asString(""),
            vote));
  }

  @PostMapping(value = "/chat/dingtalk", produces = JSON)
  Map<String, Object> dingtalk(HttpServletRequest request) throws IOException {
    requireOn(settings.dingtalk().secret().isSet());
    byte[] body = receiver.receiveMessage(request, MAX_BYTES);
    require(RequestSignatures.isFromDingTalk(request, settings.dingtalk().secret()));
    String text = read(body).at("/text/content").asString("");
    return ChatCards.dingTalk(answers.answer(request, text, Dialect.DINGTALK, Language.ZH));
  }

  @PostMapping(value = "/chat/feishu", produces = JSON)
  Map<String, Object> feishu(HttpServletRequest request) throws IOException {
    requireOn(settings.feishu().isOn());
    byte[] body = receiver.receiveMessage(request, MAX_BYTES);
    return switch (events.read(request, body)) {
      case FeishuEvents.Event.Challenge(String challenge) -> Map.of("challenge", challenge);
      case FeishuEvents.Event.Message message -> {
        String text = message.content().text();
        Language language = ChatAnswers.languageOf(request, text, Language.ZH);
        replies.answer(message, language, ChatAnswers.base());
        yield Map.of();
      }
      case FeishuEvents.Event.Press press -> press.count(feedback);
      case FeishuEvents.Event.Other() -> Map.of();
    };
  }

  private static JsonNode read(byte[] body) {
    try {
      return JsonMapper.shared().readTree(body);
    } catch (JacksonException e) {
      throw new ResponseStatusException(
          HttpStatus.BAD_REQUEST, "The body is not the JSON document that the chat sends.", e);
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
