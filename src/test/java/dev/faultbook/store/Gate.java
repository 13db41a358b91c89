package dev.faultbook.store;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A port that leads to another one while it is open and refuses while it is closed. */
final class Gate implements AutoCloseable {

  private final int target;
  private final int port;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private ServerSocket server;

  Gate(int target) throws IOException {
    this.target = target;
    try (ServerSocket free = new ServerSocket(0)) {
      this.port = free.getLocalPort();
    }
  }

  int port() {
    return port;
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
      // closed
    }
  }

  private static void copy(Socket from, Socket to) {
    try (from;
        to) {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException e) {
      // one of the two has gone, so does the other
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
