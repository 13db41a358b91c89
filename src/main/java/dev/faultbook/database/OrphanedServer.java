package dev.faultbook.database;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server that outlived its application, which was killed. Whoever holds the folder's lock may
 * stop it: nobody else uses it.
 */
final class OrphanedServer {

  private static final Logger LOG = LoggerFactory.getLogger(OrphanedServer.class);

  private OrphanedServer() {}

  static void stopOrphan(DataFolder folder) throws IOException {
    Optional<ProcessHandle> process = folder.findPostmaster();
    if (process.isEmpty()) {
      return; // PostgreSQL itself removes the lock file of a dead process.
    }
    if (!isPostgres(process.get())) {
      // The number was given to someone else, after a reboot for instance.
      folder.forgetPostmaster();
      return;
    }
    LOG.info(
        "Stopping process {}, left over from a Faultbook that was killed.", process.get().pid());
    if (!signalAndWait(process.get(), "INT", 10) && !signalAndWait(process.get(), "QUIT", 5)) {
      throw new IOException("process " + process.get().pid() + " does not stop");
    }
  }

  private static boolean isPostgres(ProcessHandle process) {
    return process
        .info()
        .command()
        .map(command -> Path.of(command).getFileName().toString().startsWith("postgres"))
        .orElse(false);
  }

  /** SIGINT: disconnect everyone and stop; SIGQUIT: stop at once and recover at the next start. */
  private static boolean signalAndWait(ProcessHandle process, String signal, int seconds)
      throws IOException {
    new ProcessBuilder("/bin/sh", "-c", "kill -" + signal + " " + process.pid()).start();
    try {
      process.onExit().get(seconds, TimeUnit.SECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
