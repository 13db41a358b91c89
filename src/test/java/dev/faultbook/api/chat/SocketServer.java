package dev.faultbook.api.chat;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Stands for a chat's server: answers requests by their path, each with a document, and takes
 * WebSockets (RFC 6455) at {@code /link}.
 */
final class SocketServer implements AutoCloseable {
  private static final int TEXT = 1;
  private static final int BINARY = 2;
  private static final int CLOSE = 8;
  private static final int PING = 9;
  private static final int PONG = 10;
  private static final String KEY = "Sec-WebSocket-Key: ";

  private final ServerSocket server;
  private final String hello;
  private final Map<String, Function<Request, String>> answers = new ConcurrentHashMap<>();
  private final BlockingQueue<Link> links = new LinkedBlockingQueue<>();
  private volatile boolean answersPings = true;

  /**
   * @param hello the first message on each connection; empty if there is none
   */
  SocketServer(String hello) throws IOException {
    this.hello = hello;
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofPlatform().daemon().start(this::acceptAll);
  }

  /**
   * A request.
   *
   * @param target path and query
   * @param head first line and headers
   */
  record Request(String target, String head, String body) {
    String authorization() {
      return valueOf(head, "Authorization: ");
    }

    JsonNode json() {
      return JsonMapper.shared().readTree(body);
    }
  }

  String url() {
    return "http://127.0.0.1:" + server.getLocalPort();
  }

  String socketUrl() {
    return "ws://127.0.0.1:" + server.getLocalPort() + "/link/";
  }

  /**
   * Answers requests from now on.
   *
   * @param path how their targets begin
   * @param answer the body; {@code HTTP 302 ADDRESS} is a status without one
   */
  void answer(String path, Function<Request, String> answer) {
    answers.put(path, answer);
  }

  void ignorePings() {
    answersPings = false;
  }

  /** The next connection. */
  Link awaitLink() throws InterruptedException {
    Link link = links.poll(30, TimeUnit.SECONDS);
    if (link == null) {
      throw new AssertionError("nobody connected");
    }
    return link;
  }

  boolean hasLink() {
    return !links.isEmpty();
  }

  private void acceptAll() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        Thread.ofPlatform().daemon().start(() -> serve(socket));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
      String head = readHead(in);
      OutputStream out = socket.getOutputStream();
      String target = head.substring(head.indexOf(' ') + 1, head.indexOf(" HTTP/"));
      if (target.startsWith("/link/")) {
        String accept = acceptFor(valueOf(head, KEY));
        out.write(
            ("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    + "Sec-WebSocket-Accept: "
                    + accept
                    + "\r\n\r\n")
                .getBytes(UTF_8));
        Link link = new Link(socket, target);
        if (!hello.isEmpty()) {
          link.send(hello);
        }
        links.add(link);
        link.readAll(in);
        return;
      }
      String length = valueOf(head, "Content-Length: ");
      String sent =
          new String(in.readNBytes(length.isEmpty() ? 0 : Integer.parseInt(length)), UTF_8);
      String body =
          answers.entrySet().stream()
              .filter(answer -> target.startsWith(answer.getKey()))
              .map(answer -> answer.getValue().apply(new Request(target, head, sent)))
              .findFirst()
              .orElse("HTTP 404");
      // "HTTP 302 http://…"
      boolean status = body.startsWith("HTTP ");
      byte[] bytes = body.getBytes(UTF_8);
      out.write(
          ("HTTP/1.1 %s .\r\nLocation: %s\r\nConnection: close\r\nContent-Length: %d\r\n\r\n"
                  .formatted(
                      status ? body.substring(5, 8) : "200",
                      status ? body.substring(8).strip() : "",
                      status ? 0 : bytes.length))
              .getBytes(UTF_8));
      out.write(bytes, 0, status ? 0 : bytes.length);
    } catch (IOException | GeneralSecurityException gone) {
      // The other side has closed the connection.
    }
  }

  private static String readHead(DataInputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    while (!head.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
      head.write(in.readByte());
    }
    return head.toString(ISO_8859_1);
  }

  private static String valueOf(String head, String name) {
    return head.lines()
        .filter(line -> line.regionMatches(true, 0, name, 0, name.length()))
        .map(line -> line.substring(name.length()))
        .findFirst()
        .orElse("");
  }

  private static String acceptFor(String key) throws GeneralSecurityException {
    byte[] joined = (key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").getBytes(UTF_8);
    return Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-1").digest(joined));
  }

  /** One connection. */
  final class Link {
    private final Socket socket;
    private final String target;
    private final BlockingQueue<byte[]> received = new LinkedBlockingQueue<>();

    private Link(Socket socket, String target) {
      this.socket = socket;
      this.target = target;
    }

    /** Path and query of its address. */
    String target() {
      return target;
    }

    /** Sends a message in two frames. */
    void send(String text) throws IOException {
      send(TEXT, text.getBytes(UTF_8));
    }

    /** Sends a binary message in two frames. */
    void send(byte[] bytes) throws IOException {
      send(BINARY, bytes);
    }

    private void send(int code, byte[] bytes) throws IOException {
      int half = bytes.length / 2;
      write(code, bytes, 0, half);
      write(0x80, bytes, half, bytes.length);
    }

    void ping() throws IOException {
      write(0x80 | PING, new byte[0], 0, 0);
    }

    private synchronized void write(int head, byte[] bytes, int from, int to) throws IOException {
      ByteArrayOutputStream frame = new ByteArrayOutputStream();
      frame.write(head);
      int length = to - from;
      if (length < 126) {
        frame.write(length);
      } else {
        frame.write(126);
        frame.write(length >> 8);
        frame.write(length);
      }
      frame.write(bytes, from, length);
      socket.getOutputStream().write(frame.toByteArray());
    }

    /** The next message. */
    byte[] awaitBytes() throws InterruptedException {
      byte[] message = received.poll(30, TimeUnit.SECONDS);
      if (message == null) {
        throw new AssertionError("no message came");
      }
      return message;
    }

    /** The next message, which is a document. */
    JsonNode await() throws InterruptedException {
      return JsonMapper.shared().readTree(awaitBytes());
    }

    boolean hasMore() {
      return !received.isEmpty();
    }

    /** The network breaks. */
    void cut() throws IOException {
      socket.close();
    }

    private void readAll(DataInputStream in) throws IOException {
      ByteArrayOutputStream message = new ByteArrayOutputStream();
      while (true) {
        int head = in.readUnsignedByte();
        int length = in.readUnsignedByte() & 0x7f;
        length = length == 126 ? in.readUnsignedShort() : length;
        byte[] mask = in.readNBytes(4);
        byte[] bytes = in.readNBytes(length);
        for (int i = 0; i < length; i++) {
          bytes[i] ^= mask[i % 4];
        }
        int code = head & 0x0f;
        if (code == CLOSE) {
          return;
        }
        if (code == PING && answersPings) {
          write(0x80 | PONG, bytes, 0, length);
        }
        if (code <= BINARY) {
          message.writeBytes(bytes);
          if ((head & 0x80) != 0) {
            received.add(message.toByteArray());
            message.reset();
          }
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
