package dev.faultbook.api.chat;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ResponseStatusException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Verifies, decrypts and reads the events of Feishu. */
@Component
final class FeishuEvents {
  private static final int BLOCK = 16;
  private static final int MAX_ID = 128;

  private final JsonMapper json;
  private final ChatSettings.Feishu settings;

  FeishuEvents(JsonMapper json, ChatSettings settings) {
    this.json = json;
    this.settings = settings.feishu();
  }

  /** What Feishu reports, once it is verified. */
  sealed interface Event {
    /**
     * Feishu asks whether the address is ours.
     *
     * @param challenge to be sent back
     */
    record Challenge(String challenge) implements Event {}

    /**
     * A user wrote to the app.
     *
     * @param event id of the event, the same when Feishu repeats it
     * @param message id of the message
     * @param parent id of the message that it replies to; empty if it replies to none
     * @param content what the user wrote, without mentions of the app
     */
    record Message(String event, String message, String parent, Content content) implements Event {}

    /**
     * A user pressed a button of a card.
     *
     * @param message id of the card's message
     * @param user id of the user
     */
    record Press(String message, String user, ChatFeedback.Vote vote) implements Event {
      /** Counts it, and returns what Feishu shows to the user. */
      Map<String, Object> count(ChatFeedback feedback) {
        String text = feedback.count("feishu " + message, user, vote);
        return Map.of("toast", Map.of("type", "info", "content", text));
      }
    }

    /** Anything else, such as a message of another robot. */
    record Other() implements Event {}
  }

  /**
   * What a message holds: text, or a file.
   *
   * @param file key of the file; empty if there is none
   */
  record Content(String text, String file, String name) {
    /** Whether nothing must be fetched to read it. */
    boolean isText() {
      return file.isEmpty();
    }
  }

  /**
   * Reads an event.
   *
   * @throws ResponseStatusException with 401 if it is not from Feishu
   */
  Event read(HttpServletRequest request, byte[] body) {
    boolean encrypted = settings.encryptKey().isSet();
    // Feishu does not sign the first request, which asks for the challenge.
    boolean signed = request.getHeader("X-Lark-Signature") != null;
    if (encrypted
        && signed
        && !RequestSignatures.isFromFeishu(request, body, settings.encryptKey())) {
      throw RequestSignatures.refusal();
    }
    try {
      JsonNode event = json.readTree(encrypted ? decrypt(body) : body);
      boolean challenge = event.path("type").asString("").equals("url_verification");
      JsonNode token = challenge ? event.path("token") : event.at("/header/token");
      boolean known =
          RequestSignatures.isSame(settings.verificationToken().value(), token.asString(""));
      if (!known || encrypted && !signed && !challenge) {
        throw RequestSignatures.refusal();
      }
      return challenge ? new Event.Challenge(event.path("challenge").asString("")) : toEvent(event);
    } catch (JacksonException | GeneralSecurityException | IllegalArgumentException unreadable) {
      throw RequestSignatures.refusal();
    }
  }

  /**
   * Reads an event that came over a connection on which only Feishu speaks.
   *
   * @throws IOException if it is none
   */
  Event readTrusted(byte[] body) throws IOException {
    try {
      return toEvent(json.readTree(body));
    } catch (JacksonException e) {
      throw new IOException("it is no JSON", e);
    }
  }

  /** {@code {"encrypt": "<Base64 of the initial vector and AES-256-CBC>"}}. */
  private byte[] decrypt(byte[] body) throws GeneralSecurityException {
    String text = json.readTree(body).path("encrypt").asString("");
    byte[] bytes = Base64.getDecoder().decode(text);
    if (bytes.length < 2 * BLOCK) {
      throw RequestSignatures.refusal();
    }
    byte[] key = RequestSignatures.sha256(settings.encryptKey().value().getBytes(UTF_8));
    Cipher cipher = Cipher.getInstance("AES/CBC/PKCS5Padding");
    cipher.init(
        Cipher.DECRYPT_MODE,
        new SecretKeySpec(key, "AES"),
        new IvParameterSpec(Arrays.copyOf(bytes, BLOCK)));
    return cipher.doFinal(bytes, BLOCK, bytes.length - BLOCK);
  }

  private Event toEvent(JsonNode event) {
    return switch (event.at("/header/event_type").asString("")) {
      case "im.message.receive_v1" -> toMessage(event);
      case "card.action.trigger" -> toPress(event.path("event"));
      default -> new Event.Other();
    };
  }

  private Event toMessage(JsonNode event) {
    JsonNode message = event.at("/event/message");
    String id = message.path("message_id").asString("");
    String parent = message.path("parent_id").asString("");
    String eventId = event.at("/header/event_id").asString("");
    boolean written = event.at("/event/sender/sender_type").asString("user").equals("user");
    if (!written || !isId(id) || eventId.isEmpty() || eventId.length() > MAX_ID) {
      return new Event.Other();
    }
    Content content = read(message.path("content").asString("{}"), message.path("mentions"));
    return new Event.Message(eventId, id, isId(parent) ? parent : "", content);
  }

  /**
   * {@code {"operator": {"open_id": "ou_…"}, "action": {"value": {"vote": "…"}, "tag": "button"},
   * "context": {"open_message_id": "om_…"}}}.
   *
   * @see <a
   *     href="https://open.feishu.cn/document/uAjLw4CM/ukzMukzMukzM/feishu-cards/card-callback-communication">Presses
   *     of buttons</a>
   */
  private static Event toPress(JsonNode press) {
    return ChatFeedback.Vote.parse(press.at("/action/value/vote").asString(""))
        .<Event>map(
            vote ->
                new Event.Press(
                    press.at("/context/open_message_id").asString(""),
                    press.at("/operator/open_id").asString(""),
                    vote))
        .orElseGet(Event.Other::new);
  }

  /**
   * Reads the content of a message.
   *
   * @param document {@code {"text": "…"}}, {@code {"file_key": "file_v2_…", "file_name": "…"}}, or
   *     that of a rich text
   * @param mentions {@code [{"key": "@_user_1"}]}
   * @see <a
   *     href="https://open.feishu.cn/document/uAjLw4CM/ukTMukTMukTM/reference/im-v1/message/events/receive">Messages</a>
   */
  Content read(String document, JsonNode mentions) {
    JsonNode content = json.readTree(document);
    String text = textOf(content);
    for (JsonNode mention : mentions) {
      String key = mention.path("key").asString("");
      text = key.isEmpty() ? text : text.replace(key, "");
    }
    String file = content.path("file_key").asString("");
    return new Content(text, isId(file) ? file : "", content.path("file_name").asString(""));
  }

  /**
   * The text of a message: {@code {"text": "…"}}, or of a rich one, whose paragraphs are lists of
   * pieces: {@code {"content": [[{"tag": "text", "text": "…"}]]}}.
   */
  private static String textOf(JsonNode content) {
    StringBuilder text = new StringBuilder(content.path("text").asString(""));
    for (JsonNode paragraph : content.path("content")) {
      for (JsonNode piece : paragraph) {
        text.append(piece.path("text").asString(""));
      }
      text.append('\n');
    }
    return text.toString();
  }

  /** Whether an id can be put into an address: {@code om_5ce6d572455d361153b7cb51da133945}. */
  private static boolean isId(String id) {
    return !id.isEmpty()
        && id.length() <= MAX_ID
        && id.chars()
            .allMatch(c -> c == '_' || c == '-' || c < 0x80 && Character.isLetterOrDigit(c));
  }
}
