package dev.faultbook.cli;

import dev.faultbook.log.FileNames;
import dev.faultbook.log.LogFiles;
import dev.faultbook.server.InMemoryLog;
import dev.faultbook.server.MemoryBudget;
import dev.faultbook.server.RefusalReason;
import dev.faultbook.server.RefusedException;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The files passed to a command, sorted by name. Regular text files are read in place, and a single
 * stream as it arrives. Sources that can be read only once, if there are other files ({@code <(zcat
 * x.gz)}, a named pipe), archives, whose files have to be sorted first, and what is fetched from an
 * address are kept in memory.
 */
final class GivenFiles implements LogFiles, AutoCloseable {
  /** Most bytes of text in all archives, uncompressed. */
  private static final long LIMIT = 16L * 1024 * 1024 * 1024;

  private static final int MAX_FILES = 4096;
  private static final String STANDARD_INPUT = "-";

  private final LogFiles files;
  private final List<String> skipped;
  private final Closeable opened;

  private GivenFiles(LogFiles files, List<String> skipped, Closeable opened) {
    this.files = files;
    this.skipped = skipped;
    this.opened = opened;
  }

  /** Files that are read in place. */
  private record OnDisk(List<Path> paths) implements LogFiles {
    @Override
    public int count() {
      return paths.size();
    }

    @Override
    public String name(int file) {
      return paths.get(file).toString();
    }

    @Override
    public InputStream openFile(int file) throws IOException {
      return Files.newInputStream(paths.get(file));
    }
  }

  /**
   * Opens sources that can be read only once, and inspects the beginning of the others.
   *
   * @param names files, folders, addresses and {@code -} for standard input
   * @param again whether all are read more than once
   * @throws IOException if one is missing, unreadable or not a log; the message names it
   */
  static GivenFiles openFiles(List<String> names, InputStream in, boolean again)
      throws IOException {
    List<LogAddress> addresses = new ArrayList<>();
    List<String> here = new ArrayList<>();
    for (String name : names) {
      LogAddress.parse(name).ifPresentOrElse(addresses::add, () -> here.add(name));
    }
    List<String> skipped = new ArrayList<>();
    List<String> files = filesOf(here, skipped);
    if (!again && addresses.isEmpty() && files.size() == 1 && isReadOnce(files.getFirst())) {
      return ofStream(files.getFirst(), in);
    }
    boolean hold = !addresses.isEmpty();
    for (String file : files) {
      hold |= isReadOnce(file) || isArchive(file);
    }
    if (hold) {
      InMemoryLog held = holdInMemory(files, addresses, in);
      return new GivenFiles(held, skipped, held::close);
    }
    return new GivenFiles(new OnDisk(files.stream().map(Path::of).toList()), skipped, () -> {});
  }

  private static GivenFiles ofStream(String name, InputStream in) throws IOException {
    InputStream raw = name.equals(STANDARD_INPUT) ? in : Files.newInputStream(Path.of(name));
    InputStream stream = new BufferedInputStream(raw, 64 * 1024);
    if (isArchive(stream, name.equals(STANDARD_INPUT) ? "standard input" : name)) {
      InMemoryLog held = holdInMemory(List.of(STANDARD_INPUT), List.of(), stream);
      return new GivenFiles(held, List.of(), held::close);
    }
    return new GivenFiles(LogFiles.of(stream), List.of(), stream);
  }

  private static InMemoryLog holdInMemory(
      List<String> files, List<LogAddress> addresses, InputStream in) throws IOException {
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
      for (LogAddress address : addresses) {
        address.fetchInto(receiver);
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
      Path path = Path.of(name);
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

  /**
   * Regular files that are text or archives; hidden ones, pipes, symbolic links and other data are
   * skipped. A link may lead anywhere; name its target to have it read.
   */
  static List<String> logsBelow(Path folder, List<String> skipped) throws IOException {
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

  static boolean isVisible(Path folder, Path file) {
    return Files.isRegularFile(file) && !("/" + folder.relativize(file)).contains("/.");
  }

  private static boolean isReadOnce(String name) {
    return name.equals(STANDARD_INPUT) || !Files.isRegularFile(Path.of(name));
  }

  static boolean isLog(Path file) throws IOException {
    try (InputStream in = openFile(file)) {
      InMemoryLog.detectArchive(in);
      return true;
    } catch (RefusedException notText) {
      return false;
    }
  }

  private static boolean isArchive(String file) throws IOException {
    try (InputStream in = openFile(Path.of(file))) {
      return isArchive(in, file);
    } catch (AccessDeniedException e) {
      throw new IOException("permission denied", e);
    }
  }

  private static boolean isArchive(InputStream in, String name) throws IOException {
    try {
      return InMemoryLog.detectArchive(in);
    } catch (RefusedException refused) {
      boolean binary = refused.refusal() == RefusalReason.BINARY;
      throw new IOException(
          name + (binary ? ": not text" : ": gzip that cannot be unpacked"), refused);
    }
  }

  private static InputStream openFile(Path file) throws IOException {
    return new BufferedInputStream(Files.newInputStream(file), 64 * 1024);
  }

  @Override
  public int count() {
    return files.count();
  }

  @Override
  public String name(int file) {
    return files.name(file);
  }

  @Override
  public InputStream openFile(int file) throws IOException {
    return files.openFile(file);
  }

  @Override
  public List<String> skippedFiles() {
    return Stream.concat(skipped.stream(), files.skippedFiles().stream()).toList();
  }

  @Override
  public void close() throws IOException {
    opened.close();
  }
}
