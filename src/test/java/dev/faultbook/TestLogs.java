package dev.faultbook;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.faultbook.server.InMemoryLog;
import dev.faultbook.server.MemoryBudget;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Logs for tests, received in the same way as uploads. */
public final class TestLogs {
  private static final long LIMIT = 1L << 30;

  private TestLogs() {}

  /** A log without a file name. */
  public static InMemoryLog hold(String text) {
    try (InMemoryLog.Receiver receiver = newReceiver()) {
      receiver.add("", new ByteArrayInputStream(text.getBytes(UTF_8)));
      return receiver.finishLog();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A log of several files.
   *
   * @param files text by file name, in upload order
   */
  public static InMemoryLog holdTexts(Map<String, String> files) {
    Map<String, byte[]> bytes = new LinkedHashMap<>();
    files.forEach((name, text) -> bytes.put(name, text.getBytes(UTF_8)));
    return holdFiles(bytes);
  }

  /**
   * A log of several files.
   *
   * @param files content by file name, in upload order
   */
  public static InMemoryLog holdFiles(Map<String, byte[]> files) {
    try (InMemoryLog.Receiver receiver = newReceiver()) {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        receiver.add(file.getKey(), new ByteArrayInputStream(file.getValue()));
      }
      return receiver.finishLog();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InMemoryLog.Receiver newReceiver() {
    return new InMemoryLog.Receiver(LIMIT, new MemoryBudget(LIMIT));
  }
}
