package dev.faultbook.cli;

import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.diagnosis.KnowledgeReader;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** Selects the content that a command uses. */
final class LocalContent {
  private static @Nullable FutureTask<Knowledge> ahead;

  private LocalContent() {}

  /** Begins to open the knowledge while the command line is still being read. */
  static void openAhead() {
    FutureTask<Knowledge> task = new FutureTask<>(() -> KnowledgeReader.open(layers()));
    ahead = task;
    Thread.ofPlatform().daemon().name("content").start(task);
  }

  /** The packed content and the layers that {@code FAULTBOOK_CONTENT} names. */
  static Knowledge openKnowledge() throws IOException {
    FutureTask<Knowledge> task = ahead;
    ahead = null;
    if (task == null) {
      return KnowledgeReader.open(layers());
    }
    try {
      return task.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while the content was opened");
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case IOException cause -> throw cause;
        case RuntimeException cause -> throw cause;
        case Error cause -> throw cause;
        case null, default -> throw new IllegalStateException(e);
      }
    }
  }

  /** The folders that {@code FAULTBOOK_CONTENT} names. */
  static List<Path> layers() {
    return KnowledgeReader.parseFolders(System.getenv("FAULTBOOK_CONTENT"));
  }
}
