package dev.faultbook.cli;

import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.diagnosis.KnowledgeReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Selects the content that a command uses. */
final class LocalContent {
  private LocalContent() {}

  /** The packed content and the layers that {@code FAULTBOOK_CONTENT} names. */
  static Knowledge openKnowledge() throws IOException {
    return KnowledgeReader.open(layers());
  }

  /** The folders that {@code FAULTBOOK_CONTENT} names. */
  static List<Path> layers() {
    return KnowledgeReader.parseFolders(System.getenv("FAULTBOOK_CONTENT"));
  }
}
