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
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Stands for Slack's Socket Mode: gives the address of a WebSocket (RFC 6455) for a token, says
 * hello on it, and keeps what it receives.
 */
final class SlackServer implements AutoCloseable {
  private static final int TEXT = 1;
  private static final int CLOSE = 8;
  private static final int PING = 9;
  private static final int PONG = 10;
  private static final String KEY = "Sec-WebSocket-Key: ";

  private final ServerSocket server;
  private final List<String> tokens = new CopyOnWriteArrayList<>();
  private final BlockingQueue<Link> links = new LinkedBlockingQueue<>();
  private volatile String refusal = "";
  private volatile boolean answersPings = true;

  SlackServer() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofPlatform().daemon().start(this::acceptAll);
  }

  String url() {
    return "http://127.0.0.1:" + server.getLocalPort();
  }

  /** The {@code Authorization} of each request for a socket. */
  List<String> tokens() {
    return tokens;
  }

  /** From now on no socket is given, but this error. */
  void refuse(String error) {
    refusal = error;
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
      if (head.startsWith("POST /api/apps.connections.open ")) {
        tokens.add(valueOf(head, "Authorization: "));
        String body =
            refusal.isEmpty()
                ? "{\"ok\":true,\"url\":\"ws:\\/\\/127.0.0.1:"
                    + server.getLocalPort()
                    + "\\/link\\/?ticket=1\"}"
                : "{\"ok\":false,\"error\":\"" + refusal + "\"}";
        out.write(
            ("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: "
                    + body.length()
                    + "\r\n\r\n"
                    + body)
                .getBytes(UTF_8));
      } else if (head.startsWith("GET /link/?ticket=1 ")) {
        String accept = acceptFor(valueOf(head, KEY));
        out.write(
            ("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    + "Sec-WebSocket-Accept: "
                    + accept
                    + "\r\n\r\n")
                .getBytes(UTF_8));
        Link link = new Link(socket);
        link.send(
            """
            {"type":"hello","num_connections":1,"connection_info":{"app_id":"A1"},
             "debug_info":{"host":"applink-1","approximate_connection_time":18060}}
            """);
        links.add(link);
        link.readAll(in);
      }
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
    private final BlockingQueue<JsonNode> received = new LinkedBlockingQueue<>();

    private Link(Socket socket) {
      this.socket = socket;
    }

    /** Sends a message in two frames. */
    void send(String text) throws IOException {
      byte[] bytes = text.getBytes(UTF_8);
      int half = bytes.length / 2;
      write(TEXT, bytes, 0, half);
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
    JsonNode await() throws InterruptedException {
      JsonNode message = received.poll(30, TimeUnit.SECONDS);
      if (message == null) {
        throw new AssertionError("no message came");
      }
      return message;
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
        if (code <= TEXT) {
          message.writeBytes(bytes);
          if ((head & 0x80) != 0) {
            received.add(JsonMapper.shared().readTree(message.toByteArray()));
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
