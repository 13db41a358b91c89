package dev.faultbook.api.chat;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.faultbook.content.Language;
import dev.faultbook.report.Dialect;
import dev.faultbook.server.QueryString;
import dev.faultbook.server.UploadReceiver;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
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
  static final int MOST_BYTES = 256 * 1024;

  private static final String FORM = "application/x-www-form-urlencoded";
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

  /** What the descriptions of all calls have in common. */
  @Target(ElementType.METHOD)
  @Retention(RetentionPolicy.RUNTIME)
  @Parameter(
      name = "lang",
      in = ParameterIn.QUERY,
      description =
          "Language of the answer; default: Chinese if the text has Chinese characters, otherwise"
              + " that of the chat.",
      schema = @Schema(allowableValues = {"en", "zh"}))
  @ApiResponse(responseCode = "200", description = "The short form, or how to ask.")
  @ApiResponse(
      responseCode = "401",
      description = "The signature or token is missing, wrong or too old; nothing was diagnosed.")
  @ApiResponse(responseCode = "404", description = "The secret of this chat is not set.")
  @ApiResponse(responseCode = "413", description = "The message is larger than 256 KB.")
  @ApiResponse(
      responseCode = "429",
      description = "Too many messages at once; `Retry-After` says when to try again.")
  private @interface Described {}

  /** An answer of a slash command of Slack, which its caller alone sees. */
  record SlackAnswer(
      @Schema(allowableValues = "ephemeral") @JsonProperty("response_type") String responseType,
      @Schema(description = "mrkdwn") String text) {}

  /** An answer of a slash command of Mattermost, which its caller alone sees. */
  record MattermostAnswer(
      @Schema(allowableValues = "ephemeral") @JsonProperty("response_type") String responseType,
      @Schema(description = "Markdown") String text,
      @Schema(description = "True: `<!channel>` and `<url|text>` of a log stay text.")
          @JsonProperty("skip_slack_parsing")
          boolean skipSlackParsing) {}

  /** An answer of an outgoing robot of DingTalk. */
  record DingTalkAnswer(
      @Schema(allowableValues = "markdown") String msgtype, DingTalkMarkdown markdown) {}

  /** The text of an answer. */
  record DingTalkMarkdown(String title, String text) {}

  @PostMapping(value = "/chat/slack", produces = JSON)
  @Operation(
      summary = "Slash command of Slack",
      description =
          "`X-Slack-Signature` and `X-Slack-Request-Timestamp` are verified, the latter within five"
              + " minutes. `response_url` is not called.",
      requestBody =
          @RequestBody(
              required = true,
              description = "The field `text` is the log.",
              content = @Content(mediaType = FORM, schema = @Schema(type = "object"))))
  @Described
  SlackAnswer slack(@Parameter(hidden = true) HttpServletRequest request) throws IOException {
    requireOn(settings.slack().signingSecret().isSet());
    byte[] body = receiver.receiveMessage(request, MOST_BYTES);
    require(RequestSignatures.isFromSlack(request, body, settings.slack().signingSecret()));
    // Slack escapes these three characters, and no others.
    String text =
        new QueryString(new String(body, UTF_8))
            .find("text")
            .orElse("")
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&amp;", "&");
    return new SlackAnswer(
        "ephemeral", answers.answer(request, text, manner(Dialect.SLACK, Language.EN)));
  }

  @PostMapping(value = "/chat/mattermost", produces = JSON)
  @Operation(
      summary = "Slash command of Mattermost",
      description = "The token is read from `Authorization: Token …` and the field `token`.",
      requestBody =
          @RequestBody(
              required = true,
              description = "The field `text` is the log.",
              content = @Content(mediaType = FORM, schema = @Schema(type = "object"))))
  @Described
  MattermostAnswer mattermost(@Parameter(hidden = true) HttpServletRequest request)
      throws IOException {
    requireOn(settings.mattermost().token().isSet());
    QueryString form =
        new QueryString(new String(receiver.receiveMessage(request, MOST_BYTES), UTF_8));
    require(
        RequestSignatures.isFromMattermost(
            request, form.find("token").orElse(null), settings.mattermost().token()));
    return new MattermostAnswer(
        "ephemeral",
        answers.answer(
            request, form.find("text").orElse(""), manner(Dialect.MARKDOWN, Language.EN)),
        true);
  }

  @PostMapping(value = "/chat/dingtalk", produces = JSON)
  @Operation(
      summary = "Outgoing robot of DingTalk",
      description = "The headers `timestamp` (within one hour) and `sign` are verified.",
      requestBody =
          @RequestBody(
              required = true,
              description = "`text.content` is the log.",
              content = @Content(mediaType = JSON, schema = @Schema(type = "object"))))
  @Described
  DingTalkAnswer dingtalk(@Parameter(hidden = true) HttpServletRequest request) throws IOException {
    requireOn(settings.dingtalk().secret().isSet());
    byte[] body = receiver.receiveMessage(request, MOST_BYTES);
    require(RequestSignatures.isFromDingTalk(request, settings.dingtalk().secret()));
    String answer =
        answers.answer(request, dingTalkText(body), manner(Dialect.DINGTALK, Language.ZH));
    return new DingTalkAnswer("markdown", new DingTalkMarkdown("Faultbook", answer));
  }

  @PostMapping(value = "/chat/feishu", produces = JSON)
  @Operation(
      summary = "Events of Feishu and Lark",
      description =
          "The verification token is compared, and `X-Lark-Signature` is verified if an encrypt key"
              + " is set. `url_verification` is answered with its challenge;"
              + " `im.message.receive_v1` is answered through Feishu's API, once per event.",
      requestBody =
          @RequestBody(
              required = true,
              description = "The event, encrypted or not.",
              content = @Content(mediaType = JSON, schema = @Schema(type = "object"))))
  @Described
  Map<String, String> feishu(@Parameter(hidden = true) HttpServletRequest request)
      throws IOException {
    requireOn(settings.feishu().isOn());
    byte[] body = receiver.receiveMessage(request, MOST_BYTES);
    return switch (events.read(request, body)) {
      case FeishuEvent.Challenge(String challenge) -> Map.of("challenge", challenge);
      case FeishuEvent.Message message -> {
        answerFeishu(request, message);
        yield Map.of();
      }
      case FeishuEvent.Other() -> Map.of();
    };
  }

  private void answerFeishu(HttpServletRequest request, FeishuEvent.Message message)
      throws IOException {
    if (!replies.claim(message.event())) {
      return;
    }
    boolean queued = false;
    try {
      replies.send(
          message.message(),
          answers.answer(request, message.text(), manner(Dialect.FEISHU, Language.ZH)));
      queued = true;
    } finally {
      if (!queued) {
        replies.release(message.event());
      }
    }
  }

  private String dingTalkText(byte[] body) {
    try {
      return json.readTree(body).at("/text/content").asString("");
    } catch (JacksonException e) {
      throw new ResponseStatusException(
          HttpStatus.BAD_REQUEST, "The body is not the JSON document that DingTalk sends.", e);
    }
  }

  private static ChatAnswers.Manner manner(Dialect dialect, Language language) {
    return new ChatAnswers.Manner(dialect, language);
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
