package dev.faultbook.api.mcp;

import dev.faultbook.server.InMemoryLog;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The logs that a call names: a text, or a path below the folder that the operator allows. */
final class McpLogs {
  private static final int MAX_FILES = 4096;

  private final Supplier<InMemoryLog.Receiver> receivers;
  private final Optional<Path> root;

  /**
   * @param root the folder; blank if no path is allowed
   */
  McpLogs(Supplier<InMemoryLog.Receiver> receivers, String root) {
    this.receivers = receivers;
    this.root = root.isBlank() ? Optional.empty() : Optional.of(Path.of(root));
  }

  /**
   * The log of a call. The caller must close it.
   *
   * @param text name of the argument with the text
   * @param path name of the argument with the path
   * @throws ToolRefusedException if there is none, both, or the path may not be read
   */
  InMemoryLog open(JsonNode arguments, String text, String path) throws IOException {
    String given = arguments.path(text).asString("");
    String named = arguments.path(path).asString("");
    if (given.isBlank() == named.isBlank()) {
      throw new ToolRefusedException("Give either \"" + text + "\" or \"" + path + "\".");
    }
    try (InMemoryLog.Receiver receiver = receivers.get()) {
      if (named.isBlank()) {
        receiver.add("", new ByteArrayInputStream(given.getBytes(StandardCharsets.UTF_8)));
      } else {
        Path found = allowed(named);
        for (Path file : Files.isDirectory(found) ? filesBelow(found) : List.of(found)) {
          // What was a file a moment ago is not followed if it has become a link.
          try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            receiver.add(found.equals(file) ? "" : found.relativize(file).toString(), in);
          }
        }
      }
      return receiver.finishLog();
    }
  }

  private Path allowed(String named) throws IOException {
    if (root.isEmpty()) {
      throw new ToolRefusedException(
          "No path may be read: the operator has not set FAULTBOOK_MCP_ROOT. Send the text.");
    }
    Path folder = root.get().toRealPath();
    Path real;
    try {
      // Links are resolved first, so that none leads out of the folder.
      real = folder.resolve(named).toRealPath();
    } catch (IOException | InvalidPathException e) {
      throw new ToolRefusedException("There is no such file below the allowed folder.");
    }
    if (!real.startsWith(folder) || !(Files.isRegularFile(real) || Files.isDirectory(real))) {
      throw new ToolRefusedException("There is no such file below the allowed folder.");
    }
    return real;
  }

  /** Regular files; hidden ones and links are left out. */
  private static List<Path> filesBelow(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      List<Path> files =
          all.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
              .filter(file -> !("/" + folder.relativize(file)).contains("/."))
              .limit(MAX_FILES + 1L)
              .toList();
      if (files.size() > MAX_FILES) {
        throw new ToolRefusedException(
            "The folder has more than " + MAX_FILES + " files; name one below it.");
      }
      return files;
    }
  }
}
