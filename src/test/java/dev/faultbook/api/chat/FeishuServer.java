package dev.faultbook.api.chat;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Stands for Feishu's API: gives access tokens {@code t-1}, {@code t-2}, …, messages and their
 * files, and takes replies.
 */
final class FeishuServer implements AutoCloseable {
  private final HttpServer server;
  private final BlockingQueue<Reply> replies = new LinkedBlockingQueue<>();
  private volatile CountDownLatch waiting = new CountDownLatch(0);
  private volatile JsonNode tokenRequest = new JsonMapper().createObjectNode();
  private volatile JsonNode socketRequest = new JsonMapper().createObjectNode();
  private final AtomicInteger socketTries = new AtomicInteger();
  private volatile int[] refusals = {};
  private volatile String socketUrl = "";
  private volatile int tokens;
  private volatile int firstValid;
  private volatile int code;
  private volatile String tokenEnd = "";
  private volatile long expire = 7200;

  private final Map<String, byte[]> held = new ConcurrentHashMap<>();

  /** A reply that arrived. */
  record Reply(String path, String authorization, String body) {
    JsonNode content() {
      return JsonMapper.shared()
          .readTree(JsonMapper.shared().readTree(body).path("content").asString());
    }

    /** Its text; that of a card with its title and the address of its button. */
    String text() {
      JsonNode content = content();
      return JsonMapper.shared().readTree(body).path("msg_type").asString().equals("text")
          ? content.path("text").asString()
          : content.at("/header/title/content").asString()
              + "\n"
              + content.at("/elements/1/actions/0/url").asString()
              + "\n"
              + content.at("/elements/0/text/content").asString();
    }
  }

  private FeishuServer(HttpServer server) {
    this.server = server;
  }

  static FeishuServer start() {
    try {
      HttpServer http =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      FeishuServer server = new FeishuServer(http);
      http.createContext("/open-apis/auth/v3/tenant_access_token/internal", server::giveToken);
      http.createContext("/open-apis/im/v1/messages/", server::takeReply);
      http.createContext("/callback/ws/endpoint", server::giveSocket);
      http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      http.start();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private synchronized void giveToken(HttpExchange exchange) throws IOException {
    tokenRequest = new JsonMapper().readTree(exchange.getRequestBody().readAllBytes());
    tokens++;
    answer(
        exchange,
        "{\"code\":0,\"tenant_access_token\":\"t-%d%s\",\"expire\":%d}"
            .formatted(tokens, tokenEnd, expire));
  }

  private void giveSocket(HttpExchange exchange) throws IOException {
    socketRequest = new JsonMapper().readTree(exchange.getRequestBody().readAllBytes());
    int at = socketTries.getAndIncrement();
    answer(
        exchange,
        refusals.length > 0
            ? "{\"code\":%d,\"msg\":\"no\"}".formatted(refusals[Math.min(at, refusals.length - 1)])
            : "{\"code\":0,\"data\":{\"URL\":\"%s\",\"ClientConfig\":{\"PingInterval\":120}}}"
                .formatted(socketUrl));
  }

  /** Requests for a long connection are answered with this address. */
  void giveSocket(String url) {
    socketUrl = url;
  }

  /** They are answered with these codes, one after the other; returns how many there were. */
  AtomicInteger refuseSockets(int... codes) {
    refusals = codes;
    return socketTries;
  }

  JsonNode socketRequest() {
    return socketRequest;
  }

  private void takeReply(HttpExchange exchange) throws IOException {
    try {
      waiting.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    String authorization = exchange.getRequestHeaders().getFirst("Authorization");
    String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    if (Integer.parseInt(authorization.substring("Bearer t-".length())) < firstValid) {
      boolean file = exchange.getRequestURI().getPath().contains("/resources/");
      answer(
          exchange,
          file ? 400 : 200,
          "{\"code\":99991663,\"msg\":\"Invalid access token\"}".getBytes(UTF_8));
      return;
    }
    if (exchange.getRequestMethod().equals("GET")) {
      byte[] document = held.get(exchange.getRequestURI().toString());
      if (document == null) {
        answer(exchange, "{\"code\":230110,\"msg\":\"The message has been deleted.\"}");
      } else {
        answer(exchange, 200, document);
      }
      return;
    }
    answer(exchange, "{\"code\":" + code + "}");
    replies.add(new Reply(exchange.getRequestURI().getPath(), authorization, body));
  }

  /** Keeps a message, which can be read and replied to. */
  void keepMessage(String id, String type, Map<String, String> content) {
    Map<String, Object> item =
        Map.of(
            "message_id",
            id,
            "msg_type",
            type,
            "body",
            Map.of("content", JsonMapper.shared().writeValueAsString(content)));
    held.put(
        "/open-apis/im/v1/messages/" + id,
        JsonMapper.shared()
            .writeValueAsBytes(
                Map.of("code", 0, "msg", "success", "data", Map.of("items", List.of(item)))));
  }

  /** Keeps the file of a message. */
  void keepFile(String message, String key, byte[] content) {
    held.put("/open-apis/im/v1/messages/" + message + "/resources/" + key + "?type=file", content);
  }

  private static void answer(HttpExchange exchange, String json) throws IOException {
    answer(exchange, 200, json.getBytes(UTF_8));
  }

  private static void answer(HttpExchange exchange, int status, byte[] bytes) throws IOException {
    // Without a length: that of a file is not always known.
    exchange.sendResponseHeaders(status, 0);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
  }

  /** The next reply. */
  Reply awaitReply() {
    try {
      Reply reply = replies.poll(1, TimeUnit.MINUTES);
      if (reply == null) {
        throw new AssertionError("No reply arrived");
      }
      return reply;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  void reset() {
    replies.clear();
    code = 0;
    giveTokens("", 7200);
  }

  JsonNode tokenRequest() {
    return tokenRequest;
  }

  int tokensGiven() {
    return tokens;
  }

  /** The tokens given so far are no longer accepted. */
  void refuseTokens() {
    firstValid = tokens + 1;
  }

  /**
   * Changes the tokens that follow.
   *
   * @param end the end of their text, escaped for JSON
   * @param seconds how long they are said to live
   */
  void giveTokens(String end, long seconds) {
    tokenEnd = end;
    expire = seconds;
  }

  void holdReplies() {
    waiting = new CountDownLatch(1);
  }

  void releaseReplies() {
    waiting.countDown();
  }

  /** Replies are answered with this code of Feishu. */
  void answerWith(int newCode) {
    code = newCode;
  }

  @Override
  public void close() {
    releaseReplies();
    server.stop(0);
  }
}
