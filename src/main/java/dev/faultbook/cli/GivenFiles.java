package dev.faultbook.cli;

import dev.faultbook.intake.InMemoryLog;
import dev.faultbook.intake.MemoryBudget;
import dev.faultbook.log.FileNames;
import dev.faultbook.log.LogFiles;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The files that a command was given, in the order of their names. Plain files are read where they
 * are; only what holds an archive, whose files have to be put in order first, is held in memory.
 */
final class GivenFiles implements LogFiles, AutoCloseable {
  /** Most bytes of text that archives may unpack to. */
  private static final long LIMIT = 16L * 1024 * 1024 * 1024;

  private final List<Path> paths;
  private final InputStream first;
  private InMemoryLog held;

  private GivenFiles(List<Path> paths, InputStream first) {
    this.paths = paths;
    this.first = first;
  }

  static GivenFiles of(List<String> names, InputStream in) throws IOException {
    if (names.equals(List.of("-"))) {
      BufferedInputStream buffered = new BufferedInputStream(in, 64 * 1024);
      GivenFiles given = new GivenFiles(List.of(), buffered);
      if (InMemoryLog.isArchive(buffered)) {
        given.hold(List.of());
      }
      return given;
    }
    List<Path> paths = new ArrayList<>();
    boolean archive = false;
    for (String name : names.stream().sorted(FileNames.ORDER).distinct().toList()) {
      Path path = Path.of(name);
      if (Files.isDirectory(path)) {
        throw new IOException(name + ": it is a folder; name log files");
      }
      if (!Files.exists(path)) {
        throw new NoSuchFileException(name);
      }
      try (InputStream file = new BufferedInputStream(Files.newInputStream(path), 64 * 1024)) {
        archive |= InMemoryLog.isArchive(file);
      }
      paths.add(path);
    }
    GivenFiles given = new GivenFiles(paths, null);
    if (archive) {
      given.hold(paths);
    }
    return given;
  }

  private void hold(List<Path> files) throws IOException {
    MemoryBudget room = new MemoryBudget(Runtime.getRuntime().maxMemory() / 2);
    try (InMemoryLog.Receiver receiver = new InMemoryLog.Receiver(LIMIT, room)) {
      if (first != null) {
        receiver.add(first, Optional.empty());
      }
      for (Path path : files) {
        try (InputStream file = Files.newInputStream(path)) {
          receiver.add(path.toString(), file, Optional.empty());
        }
      }
      held = receiver.log();
    }
  }

  @Override
  public int count() {
    return held != null ? held.count() : Math.max(1, paths.size());
  }

  @Override
  public String name(int file) {
    return held != null ? held.name(file) : paths.isEmpty() ? "" : paths.get(file).toString();
  }

  @Override
  public InputStream open(int file) throws IOException {
    return held != null
        ? held.open(file)
        : paths.isEmpty() ? first : Files.newInputStream(paths.get(file));
  }

  @Override
  public List<String> skipped() {
    return held != null ? held.skipped() : List.of();
  }

  @Override
  public void close() {
    if (held != null) {
      held.close();
    }
  }
}
