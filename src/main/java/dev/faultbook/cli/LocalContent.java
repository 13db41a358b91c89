package dev.faultbook.cli;

import dev.faultbook.content.ContentFiles;
import java.io.IOException;
import java.nio.file.Path;

/** Which content a command works with. */
final class LocalContent {
  private LocalContent() {}

  /** The folder named by {@code FAULTBOOK_CONTENT}, else the packed one. */
  static ContentFiles inForce() throws IOException {
    String folder = System.getenv("FAULTBOOK_CONTENT");
    return folder == null || folder.isBlank()
        ? ContentFiles.loadPacked()
        : ContentFiles.fromFolder(Path.of(folder));
  }
}
