package dev.faultbook.cli;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A growing file, by name: one that is not there yet is waited for, and the next one of that name
 * is read from its start, whether the one before was renamed, removed or truncated.
 */
final class FollowedFile implements Closeable {
  private static final int BUFFER = 1024 * 1024;

  private final Path path;
  private final LogTail text;
  private @Nullable FileChannel open;
  private @Nullable Object key;

  FollowedFile(Path path, int limit) {
    this.path = path;
    this.text = new LogTail(limit);
  }

  LogTail text() {
    return text;
  }

  /**
   * Reads what was added since the last call.
   *
   * @param added receives the bytes, with their number
   * @return whether there were any
   */
  boolean read(BiConsumer<byte[], Integer> added) throws IOException {
    Object current = currentKey();
    boolean grew = readOpen(added);
    if (current != null && !current.equals(key)) {
      close();
      open = FileChannel.open(path);
      key = current;
      text.endLine();
      grew |= readOpen(added);
    }
    return grew;
  }

  private boolean readOpen(BiConsumer<byte[], Integer> added) throws IOException {
    if (open == null) {
      return false;
    }
    if (open.size() < open.position()) {
      open.position(0);
      text.endLine();
    }
    ByteBuffer buffer = ByteBuffer.allocate(Math.clamp(open.size() - open.position(), 1, BUFFER));
    boolean grew = false;
    for (int n = open.read(buffer); n > 0; n = open.read(buffer.clear())) {
      text.append(buffer.array(), 0, n);
      added.accept(buffer.array(), n);
      grew = true;
    }
    return grew;
  }

  /** Identifies the file that has the name now; null if there is none. */
  private @Nullable Object currentKey() throws IOException {
    try {
      BasicFileAttributes file = Files.readAttributes(path, BasicFileAttributes.class);
      return file.isRegularFile() ? Objects.requireNonNullElse(file.fileKey(), path) : null;
    } catch (NoSuchFileException notYet) {
      return null;
    }
  }

  @Override
  public void close() throws IOException {
    if (open != null) {
      open.close();
    }
  }
}
