package dev.faultbook.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stops a database server whose application was killed. The owner of the folder's lock may stop it,
 * because no other process uses it.
 */
final class OrphanedServer {

  private static final Logger LOG = LoggerFactory.getLogger(OrphanedServer.class);

  private OrphanedServer() {}

  /**
   * Stops the server of the folder, if one is still running.
   *
   * @throws IOException if the server does not stop
   */
  static void stopOrphan(DataFolder folder) throws IOException {
    Optional<ProcessHandle> process = folder.findPostmaster();
    if (process.isEmpty()) {
      folder.forgetNamelessPostmaster();
      return; // PostgreSQL itself removes the lock file of a dead process.
    }
    if (!isPostgres(process.get())) {
      // The process id was reused by another program, for example after a reboot.
      folder.forgetPostmaster();
      return;
    }
    LOG.info(
        "Stopping process {}, left over from a Faultbook that was killed.", process.get().pid());
    if (!signalAndWait(process.get(), "INT", 10) && !signalAndWait(process.get(), "QUIT", 5)) {
      throw new IOException("Process " + process.get().pid() + " does not stop");
    }
  }

  private static boolean isPostgres(ProcessHandle process) {
    return process
        .info()
        .command()
        .map(command -> Path.of(command).getFileName().toString().startsWith("postgres"))
        .orElse(false);
  }

  /**
   * Sends a signal and waits for the end of the process. SIGINT disconnects all clients and stops
   * the server; SIGQUIT stops it immediately, with recovery at the next start.
   */
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
