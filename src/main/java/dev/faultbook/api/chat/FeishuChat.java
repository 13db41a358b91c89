package dev.faultbook.api.chat;

import dev.faultbook.content.Language;
import dev.faultbook.server.QueryString;
import dev.faultbook.server.RefusedException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Feishu's long connection, on which events come unencrypted and without a signature, since the
 * connection itself was opened with the app's secret. Each frame is a {@code pbbp2.Frame} of
 * Protocol Buffers; an event that is not acknowledged within three seconds is sent again.
 *
 * @see <a href="https://github.com/larksuite/oapi-sdk-go/tree/v3_main/ws">Feishu's own client,
 *     which documents the protocol</a>
 * @see <a href="https://feishu.apifox.cn/doc-7518585">Ways of subscribing to events</a>
 */
final class FeishuChat implements ChatSocket.Chat {
  /** Fields of a frame; 1 and 2 are numbers of the message, which its answer repeats. */
  private static final int SERVICE = 3;

  private static final int METHOD = 4;
  private static final int HEADER = 5;
  private static final int PAYLOAD = 8;
  private static final int CONTROL = 0;
  private static final int DATA = 1;

  private static final int OK = 0;

  /** Codes of Feishu after which another try makes sense: it is busy, or has an error. */
  private static final List<Integer> PASSING = List.of(1, 1_000_040_343);

  private static final int MAX_PARTS = 64;
  private static final int MAX_SPLIT = 16;

  private final ChatSettings.Feishu settings;
  private final Desk desk;
  private final JsonMapper json;
  private final ChatApi api;
  private final Map<String, byte[][]> split =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, byte[][]> eldest) {
          return size() > MAX_SPLIT;
        }
      };
  private volatile long service;

  /**
   * What reads and answers the events.
   *
   * @param pages address of the pages
   */
  record Desk(FeishuEvents events, FeishuReplies replies, ChatFeedback feedback, String pages) {}

  FeishuChat(ChatSettings.Feishu settings, Desk desk, JsonMapper json, ChatApi api) {
    this.settings = settings;
    this.desk = desk;
    this.json = json;
    this.api = api;
  }

  @Override
  public String name() {
    return "Feishu";
  }

  /**
   * {@code {"code": 0, "data": {"URL": "wss://…?device_id=…&service_id=…"}}}, or another code for a
   * wrong secret.
   */
  @Override
  public URI findAddress() throws IOException, InterruptedException {
    JsonNode answer =
        api.post(
            api.request("/callback/ws/endpoint").header("locale", "zh"),
            Map.of("AppID", settings.appId(), "AppSecret", settings.appSecret().value()));
    int code = answer.path("code").asInt(PASSING.getFirst());
    if (PASSING.contains(code)) {
      throw new IOException("Feishu answered with code " + code);
    }
    if (code != OK) {
      throw new ChatSocket.RefusedSecretException(
          "Feishu refuses the app (code "
              + code
              + "); set FAULTBOOK_CHAT_FEISHU_APPID and FAULTBOOK_CHAT_FEISHU_APPSECRET to those of"
              + " an app whose events come over a long connection");
    }
    try {
      URI address = URI.create(answer.at("/data/URL").asString(""));
      String number = new QueryString(address.getRawQuery()).find("service_id").orElse("0");
      service = Long.parseLong(number);
      return address;
    } catch (IllegalArgumentException e) {
      throw new IOException("Feishu did not answer with the address of a socket", e);
    }
  }

  /** Feishu answers frames, not the pings of the socket. */
  @Override
  public void ping(ChatSocket.Link link) {
    ProtoFields frame =
        new ProtoFields(
            List.of(
                new ProtoFields.Varint(1, 0),
                new ProtoFields.Varint(2, 0),
                new ProtoFields.Varint(SERVICE, service),
                new ProtoFields.Varint(METHOD, CONTROL),
                header("type", "ping")));
    link.send(frame.toBytes());
  }

  private static ProtoFields.Bytes header(String key, String value) {
    List<ProtoFields.Field> pair =
        List.of(ProtoFields.Bytes.of(1, key), ProtoFields.Bytes.of(2, value));
    return new ProtoFields.Bytes(HEADER, new ProtoFields(pair).toBytes());
  }

  @Override
  public void receive(ChatSocket.Link link, byte[] message) throws IOException {
    ProtoFields frame = ProtoFields.parse(message);
    Map<String, String> headers = new HashMap<>();
    for (byte[] header : frame.all(HEADER)) {
      ProtoFields pair = ProtoFields.parse(header);
      headers.put(pair.text(1), pair.text(2));
    }
    if (frame.number(METHOD) != DATA || !"event".equals(headers.get("type"))) {
      return;
    }
    byte[] event = join(headers, frame);
    if (event != null) {
      byte[] payload = json.writeValueAsBytes(answer(event));
      link.send(frame.with(new ProtoFields.Bytes(PAYLOAD, payload)).toBytes());
    }
  }

  /**
   * The whole payload once all parts of it have come; before, null. Parts have {@code message_id},
   * and their number {@code seq} of {@code sum}.
   */
  private byte @Nullable [] join(Map<String, String> headers, ProtoFields frame)
      throws IOException {
    byte[] part = frame.all(PAYLOAD).stream().findFirst().orElseGet(() -> new byte[0]);
    int parts = numberOf(headers, "sum");
    int at = numberOf(headers, "seq");
    if (parts <= 1) {
      return part;
    }
    if (parts > MAX_PARTS || at < 0 || at >= parts) {
      throw new IOException("it has too many parts");
    }
    synchronized (split) {
      String id = headers.getOrDefault("message_id", "");
      byte[][] pieces = split.computeIfAbsent(id, _ -> new byte[parts][]);
      if (pieces.length != parts) {
        throw new IOException("its parts do not fit");
      }
      pieces[at] = part;
      ByteArrayOutputStream whole = new ByteArrayOutputStream();
      for (byte[] piece : pieces) {
        if (piece == null) {
          return null;
        }
        whole.writeBytes(piece);
      }
      split.remove(id);
      return whole.toByteArray();
    }
  }

  private static int numberOf(Map<String, String> headers, String name) throws IOException {
    try {
      return Integer.parseInt(Optional.ofNullable(headers.get(name)).orElse("0"));
    } catch (NumberFormatException e) {
      throw new IOException("its " + name + " is no number", e);
    }
  }

  /**
   * Takes an event. With code 500 Feishu sends it again; {@code data} is the answer to a press of a
   * button, in Base64.
   */
  private Map<String, Object> answer(byte[] payload) throws IOException {
    Map<String, Object> done = Map.of("code", 200);
    return switch (desk.events().readTrusted(payload)) {
      case FeishuEvents.Event.Message message -> {
        Language language = ChatAnswers.languageOf(message.content().text(), Language.ZH);
        try {
          desk.replies().answer(message, language, desk.pages());
          yield done;
        } catch (RefusedException busy) {
          yield Map.of("code", 500);
        }
      }
      case FeishuEvents.Event.Press press ->
          Map.of("code", 200, "data", json.writeValueAsBytes(press.count(desk.feedback())));
      case FeishuEvents.Event.Challenge _, FeishuEvents.Event.Other _ -> done;
    };
  }
}
