package dev.faultbook.store;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A TCP proxy on a fixed port; it refuses connections while closed. */
final class Gate implements AutoCloseable {

  private final int target;
  private final int port;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private ServerSocket server;
  private volatile boolean hanging;

  Gate(int target) throws IOException {
    this.target = target;
    try (ServerSocket free = new ServerSocket(0)) {
      this.port = free.getLocalPort();
    }
  }

  int port() {
    return port;
  }

  /** While set, discards the data of both directions without closing the connections. */
  void hang(boolean now) {
    hanging = now;
  }

  void open() throws IOException {
    ServerSocket socket = new ServerSocket();
    socket.setReuseAddress(true);
    socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    server = socket;
    Thread.startVirtualThread(() -> accept(socket));
  }

  private void accept(ServerSocket from) {
    try {
      while (true) {
        Socket client = from.accept();
        Socket there = new Socket(InetAddress.getLoopbackAddress(), target);
        sockets.addAll(List.of(client, there));
        Thread.startVirtualThread(() -> copy(client, there));
        Thread.startVirtualThread(() -> copy(there, client));
      }
    } catch (IOException e) {
      // The gate was closed.
    }
  }

  private void copy(Socket from, Socket to) {
    try (from;
        to) {
      byte[] bytes = new byte[8 * 1024];
      for (int n = from.getInputStream().read(bytes);
          n >= 0;
          n = from.getInputStream().read(bytes)) {
        if (!hanging) {
          to.getOutputStream().write(bytes, 0, n);
        }
      }
    } catch (IOException e) {
      // One side closed its connection, so close the other one too.
    }
  }

  @Override
  public void close() throws IOException {
    if (server != null) {
      server.close();
    }
    for (Socket socket : sockets) {
      socket.close();
    }
    sockets.clear();
  }
}
