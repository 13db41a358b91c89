package dev.faultbook.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.util.FileSystemUtils;

/**
 * The folder of the embedded database: the cluster, PostgreSQL's programs, its password and the
 * lock of the owning process.
 *
 * <p>The operating system releases the lock when its process ends, however that happens; the
 * process id in the file is only for the message. Everything is in a folder of mode 0700, because
 * the library that unpacks the programs makes its folder world-writable.
 */
final class DataFolder implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(DataFolder.class);

  /** Words of a line in the server's log that states why it did not start. */
  private static final List<String> CAUSE_WORDS = List.of("PANIC", "FATAL", "error", "could not");

  private final Path home;

  /** Holds the lock until it is closed. */
  private final FileChannel channel;

  private DataFolder(Path home, FileChannel channel) {
    this.home = home;
    this.channel = channel;
  }

  /**
   * Locks the folder for this process.
   *
   * @throws InvalidConfigurationPropertyValueException if another process has locked it
   */
  static DataFolder acquireFolder(Path data) throws IOException {
    Path folder = data.toAbsolutePath().normalize();
    Path home = folder.resolve("postgresql");
    Files.createDirectories(home);
    if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
      Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwx------"));
    }
    Path file = home.resolve("lock");
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    if (!lock(channel)) {
      String pid = Files.readString(file, StandardCharsets.US_ASCII).strip();
      channel.close();
      throw new InvalidConfigurationPropertyValueException(
          "faultbook.database.directory",
          data,
          ("The data directory %s is in use by another Faultbook, process %s: stop that process or"
                  + " set FAULTBOOK_DATA to another directory.")
              .formatted(folder, pid));
    }
    channel.truncate(0);
    String pid = ProcessHandle.current().pid() + "\n";
    channel.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.US_ASCII)), 0);
    DataFolder acquired = new DataFolder(home, channel);
    Files.deleteIfExists(acquired.serverLog());
    return acquired;
  }

  @SuppressWarnings("resource") // the lock ends with the channel
  private static boolean lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false; // locked by this process
    }
  }

  Path clusterFolder() {
    return home.resolve("cluster");
  }

  Path programsFolder() {
    return home.resolve("programs");
  }

  Path serverLog() {
    return home.resolve("server.log");
  }

  Path passwordFile() {
    return home.resolve("password");
  }

  /** The superuser's password, created on first use. */
  String ensurePassword() throws IOException {
    Path file = passwordFile();
    if (!Files.exists(file)) {
      Files.writeString(file, RandomKeys.nextKey() + "\n", StandardCharsets.US_ASCII);
    }
    return Files.readString(file, StandardCharsets.US_ASCII).strip();
  }

  /**
   * Clears what would stop the server from starting.
   *
   * @throws IOException if a server that outlived its application does not stop
   */
  void prepareStart() throws IOException {
    stopOrphan();
    if (!Files.exists(finishedMarker())) {
      // A cluster whose creation was interrupted was never used.
      FileSystemUtils.deleteRecursively(clusterFolder());
    }
    // A start that fails at the lock of the library keeps it until this process ends, and no other
    // would succeed. The lock of this folder is enough.
    Files.deleteIfExists(clusterFolder().resolve("epg-lock"));
  }

  void clusterIsFinished() throws IOException {
    Files.write(finishedMarker(), new byte[0]);
  }

  private Path finishedMarker() {
    return home.resolve("cluster.finished");
  }

  /** The last line of the server's log that states why it did not start; empty if none does. */
  String lastWords() {
    try {
      return Files.readAllLines(serverLog(), StandardCharsets.ISO_8859_1).reversed().stream()
          .filter(
              line -> !line.startsWith("pg_ctl:") && CAUSE_WORDS.stream().anyMatch(line::contains))
          .findFirst()
          .orElse("");
    } catch (IOException e) {
      return "";
    }
  }

  /**
   * How a running server is reached.
   *
   * @param port its port on this machine
   * @param password the superuser's password
   */
  record Access(int port, String password) {}

  /** The server of a folder that another process has locked; empty if none runs. */
  static Optional<Access> findServer(Path data) throws IOException {
    Path home = data.toAbsolutePath().normalize().resolve("postgresql");
    try (FileChannel none = FileChannel.open(home.resolve("lock"), StandardOpenOption.WRITE)) {
      if (lock(none)) {
        return Optional.empty();
      }
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    // The process, the folder, the time of the start, the port.
    List<String> lines = Files.readAllLines(home.resolve("cluster/postmaster.pid"));
    String password = Files.readString(home.resolve("password"), StandardCharsets.US_ASCII);
    return Optional.of(new Access(Integer.parseInt(lines.get(3).strip()), password.strip()));
  }

  /** The process named in PostgreSQL's own lock file. */
  Optional<ProcessHandle> findPostmaster() throws IOException {
    try {
      String all = Files.readString(postmasterFile(), StandardCharsets.ISO_8859_1);
      return ProcessHandle.of(Long.parseLong(all.lines().findFirst().orElse("").strip()));
    } catch (NoSuchFileException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  /**
   * Stops the server of the folder, if one outlived its application, which was killed. The owner of
   * the folder's lock may stop it, because no other process uses it.
   *
   * @throws IOException if the server does not stop
   */
  void stopOrphan() throws IOException {
    Optional<ProcessHandle> found = findPostmaster();
    if (found.isEmpty()) {
      // PostgreSQL itself removes the lock file of a dead process, but never starts beside an empty
      // one, as a full disk leaves it.
      if (Files.exists(postmasterFile()) && Files.size(postmasterFile()) == 0) {
        Files.delete(postmasterFile());
      }
      return;
    }
    ProcessHandle process = found.get();
    boolean postgres =
        process
            .info()
            .command()
            .filter(command -> Path.of(command).getFileName().toString().startsWith("postgres"))
            .isPresent();
    if (!postgres) {
      // The process id was reused by another program, for example after a reboot.
      Files.delete(postmasterFile());
      return;
    }
    LOG.info("Stopping process {}, left over from a Faultbook that was killed.", process.pid());
    // SIGINT disconnects all clients and stops the server; SIGQUIT stops it immediately, with
    // recovery at the next start.
    if (!signalAndWait(process, "INT", 10) && !signalAndWait(process, "QUIT", 5)) {
      throw new IOException("Process " + process.pid() + " does not stop");
    }
  }

  private static boolean signalAndWait(ProcessHandle process, String signal, int seconds)
      throws IOException {
    new ProcessBuilder("/bin/sh", "-c", "kill -" + signal + " " + process.pid()).start();
    process.onExit().completeOnTimeout(process, seconds, TimeUnit.SECONDS).join();
    return !process.isAlive();
  }

  private Path postmasterFile() {
    return clusterFolder().resolve("postmaster.pid");
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
