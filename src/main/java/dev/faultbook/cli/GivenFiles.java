package dev.faultbook.cli;

import dev.faultbook.log.FileNames;
import dev.faultbook.log.LogFiles;
import dev.faultbook.server.InMemoryLog;
import dev.faultbook.server.MemoryBudget;
import dev.faultbook.server.RefusalReason;
import dev.faultbook.server.RefusedException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files passed to a command, sorted by name. Regular text files are read in place, and a single
 * stream as it arrives. Sources that can be read only once, if there are other files ({@code <(zcat
 * x.gz)}, a named pipe), and archives, whose files have to be sorted first, are kept in memory.
 */
final class GivenFiles implements LogFiles, AutoCloseable {
  /** Most bytes of text in all archives, uncompressed. */
  private static final long LIMIT = 16L * 1024 * 1024 * 1024;

  private static final int MAX_FILES = 4096;
  private static final String STANDARD_INPUT = "-";

  private final List<Path> paths;
  private final List<String> skipped;

  /** The single stream that is read as it arrives; otherwise null. */
  private final @Nullable InputStream stream;

  private final @Nullable InMemoryLog held;

  private GivenFiles(
      List<Path> paths,
      List<String> skipped,
      @Nullable InputStream stream,
      @Nullable InMemoryLog held) {
    this.paths = paths;
    this.skipped = skipped;
    this.stream = stream;
    this.held = held;
  }

  /**
   * Opens sources that can be read only once, and inspects the beginning of the others.
   *
   * @param names files, folders and {@code -} for standard input
   * @throws IOException if one is missing, unreadable or not a log; the message names it
   */
  static GivenFiles openFiles(List<String> names, InputStream in) throws IOException {
    List<String> skipped = new ArrayList<>();
    List<String> files = filesOf(names, skipped);
    if (files.size() == 1 && isReadOnce(files.getFirst())) {
      return ofStream(files.getFirst(), in);
    }
    boolean hold = false;
    for (String file : files) {
      try {
        hold |= isReadOnce(file) || isArchive(Path.of(file));
      } catch (RefusedException refused) {
        throw explain(refused, file);
      }
    }
    if (hold) {
      return new GivenFiles(List.of(), skipped, null, holdInMemory(files, in));
    }
    return new GivenFiles(files.stream().map(Path::of).toList(), skipped, null, null);
  }

  private static GivenFiles ofStream(String name, InputStream in) throws IOException {
    InputStream raw = name.equals(STANDARD_INPUT) ? in : Files.newInputStream(Path.of(name));
    InputStream stream = new BufferedInputStream(raw, 64 * 1024);
    boolean archive;
    try {
      archive = InMemoryLog.detectArchive(stream);
    } catch (RefusedException refused) {
      throw explain(refused, name);
    }
    InMemoryLog held = archive ? holdInMemory(List.of(STANDARD_INPUT), stream) : null;
    return new GivenFiles(List.of(), List.of(), stream, held);
  }

  private static InMemoryLog holdInMemory(List<String> files, InputStream in) throws IOException {
    MemoryBudget room = new MemoryBudget(Runtime.getRuntime().maxMemory() / 2);
    try (InMemoryLog.Receiver receiver = new InMemoryLog.Receiver(LIMIT, room)) {
      for (String file : files) {
        if (file.equals(STANDARD_INPUT)) {
          receiver.add("", in);
          continue;
        }
        try (InputStream content = Files.newInputStream(Path.of(file))) {
          receiver.add(file, content);
        }
      }
      return receiver.finishLog();
    }
  }

  /** The names, with each folder replaced by the logs below it, sorted and without duplicates. */
  private static List<String> filesOf(List<String> names, List<String> skipped) throws IOException {
    List<String> files = new ArrayList<>();
    for (String name : names) {
      if (name.equals(STANDARD_INPUT)) {
        files.add(name);
        continue;
      }
      Path path = parsePath(name);
      if (Files.isDirectory(path)) {
        files.addAll(logsBelow(path, skipped));
      } else {
        if (!Files.exists(path)) {
          throw new NoSuchFileException(name, null, "there is no such file");
        }
        files.add(name);
      }
    }
    return files.stream().sorted(FileNames.ORDER).distinct().toList();
  }

  private static Path parsePath(String name) throws IOException {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw new IOException("this is not a file name", e);
    }
  }

  /**
   * Regular files that are text or archives; hidden ones, pipes, symbolic links and other data are
   * skipped. A link may lead anywhere; name its target to have it read.
   */
  private static List<String> logsBelow(Path folder, List<String> skipped) throws IOException {
    List<String> logs = new ArrayList<>();
    List<Path> found;
    try (Stream<Path> all = Files.walk(folder)) {
      found = all.filter(file -> isVisible(folder, file)).limit(MAX_FILES + 1L).toList();
    }
    if (found.size() > MAX_FILES) {
      throw new IOException(
          "there are more than " + MAX_FILES + " files below it; name the logs of this failure");
    }
    for (Path file : found) {
      boolean readable = !Files.isSymbolicLink(file) && Files.isReadable(file);
      (readable && isLog(file) ? logs : skipped).add(file.toString());
    }
    if (logs.isEmpty()) {
      throw new IOException("it contains no log");
    }
    return logs;
  }

  private static boolean isVisible(Path folder, Path file) {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    for (Path part : folder.relativize(file)) {
      if (part.toString().startsWith(".")) {
        return false;
      }
    }
    return true;
  }

  private static boolean isReadOnce(String name) {
    return name.equals(STANDARD_INPUT) || !Files.isRegularFile(Path.of(name));
  }

  private static boolean isLog(Path file) throws IOException {
    try {
      isArchive(file);
      return true;
    } catch (RefusedException notText) {
      return false;
    }
  }

  private static boolean isArchive(Path path) throws IOException {
    try (InputStream file = new BufferedInputStream(Files.newInputStream(path), 64 * 1024)) {
      return InMemoryLog.detectArchive(file);
    } catch (AccessDeniedException e) {
      throw new IOException("permission denied", e);
    }
  }

  private static IOException explain(RefusedException refused, String name) {
    String file = name.equals(STANDARD_INPUT) ? "standard input" : name;
    boolean binary = refused.refusal() == RefusalReason.BINARY;
    return new IOException(
        file + (binary ? ": not text" : ": gzip that cannot be unpacked"), refused);
  }

  @Override
  public int count() {
    return held != null ? held.count() : Math.max(1, paths.size());
  }

  @Override
  public String name(int file) {
    if (held != null) {
      return held.name(file);
    }
    return paths.isEmpty() ? "" : paths.get(file).toString();
  }

  @Override
  public InputStream openFile(int file) throws IOException {
    if (held != null) {
      return held.openFile(file);
    }
    return paths.isEmpty() ? Objects.requireNonNull(stream) : Files.newInputStream(paths.get(file));
  }

  @Override
  public List<String> skippedFiles() {
    if (held == null || held.skippedFiles().isEmpty()) {
      return List.copyOf(skipped);
    }
    return Stream.concat(skipped.stream(), held.skippedFiles().stream()).toList();
  }

  @Override
  public void close() throws IOException {
    if (held != null) {
      held.close();
    }
    if (stream != null && paths.isEmpty()) {
      stream.close();
    }
  }
}
