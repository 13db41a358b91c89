package dev.faultbook.cli;

import dev.faultbook.content.ContentFiles;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.diagnosis.KnowledgeReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Selects the content that a command uses. */
final class LocalContent {
  private LocalContent() {}

  /** The folder named by {@code FAULTBOOK_CONTENT}, otherwise the packed content. */
  static Knowledge openKnowledge() throws IOException {
    return KnowledgeReader.open(namedFolder());
  }

  /** The files of the folder named by {@code FAULTBOOK_CONTENT}, otherwise the packed ones. */
  static ContentFiles readFiles() throws IOException {
    Optional<Path> folder = namedFolder();
    return folder.isPresent() ? ContentFiles.fromFolder(folder.get()) : ContentFiles.loadPacked();
  }

  private static Optional<Path> namedFolder() {
    return Optional.ofNullable(System.getenv("FAULTBOOK_CONTENT"))
        .filter(folder -> !folder.isBlank())
        .map(Path::of);
  }
}
