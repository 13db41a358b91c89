package dev.faultbook.cli;

import dev.faultbook.content.Catalogue;
import dev.faultbook.content.ContentFiles;
import dev.faultbook.packed.PackedContent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Selects the content that a command uses. */
final class LocalContent {
  private LocalContent() {}

  /** The folder named by {@code FAULTBOOK_CONTENT}, otherwise the packed content. */
  static Catalogue openCatalogue() throws IOException {
    Optional<Path> folder = namedFolder();
    return folder.isPresent()
        ? new Catalogue(ContentFiles.fromFolder(folder.get()))
        : PackedContent.openCatalogue();
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
