package dev.faultbook.store;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * A PostgreSQL server that starts and stops with the application and keeps its data between runs.
 *
 * <p>A folder that is locked by another process stops the application. Any other failure to start
 * (a full disk, a platform without programs) leaves the application without a store, like an
 * unreachable database: it can still diagnose. Except where the folder or the programs cannot be
 * used at all, the start is retried.
 *
 * <p>The server is monitored. If it ends unexpectedly, for example killed by the kernel for its
 * memory, it is started again on the same port, so that the connection pool finds it. While that
 * fails, for example on a full disk, it is tried again for as long as the application runs.
 */
public final class EmbeddedDatabase implements JdbcConnectionDetails, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedDatabase.class);
  private static final String NAME = "faultbook";
  private static final String SUPERUSER = "postgres";
  private static final Duration STARTUP = Duration.ofSeconds(20);

  /** Port 1 refuses connections, like a database that is down. */
  private static final int NOWHERE = 1;

  /** Pause between two attempts to restart the server, doubled each time up to the longest. */
  private static final Duration MIN_PAUSE = Duration.ofSeconds(1);

  /** With {@link #STARTUP}, a server whose obstacle is gone is back within 30 s. */
  private static final Duration MAX_PAUSE = Duration.ofSeconds(10);

  private final @Nullable DataFolder folder;
  private final String password;
  private final boolean durable;
  private final Duration restartWait;
  private final int port;
  private final ScheduledExecutorService watcher;
  private CompletableFuture<Void> firstStart = CompletableFuture.completedFuture(null);
  private @Nullable EmbeddedPostgres server;
  private boolean failing;
  private volatile boolean closed;

  private EmbeddedDatabase(
      @Nullable DataFolder folder,
      int port,
      String password,
      boolean durable,
      Duration restartWait) {
    this.folder = folder;
    this.password = password;
    this.durable = durable;
    this.restartWait = restartWait;
    this.port = port;
    this.watcher =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("embedded-postgresql").factory());
  }

  /** Starts the server with its data in a folder, and waits until it answers or has failed to. */
  public static EmbeddedDatabase start(Path data) {
    return start(data, true, STARTUP);
  }

  /**
   * @param durable whether commits survive a power failure; false speeds up tests
   * @param restartWait how long one attempt to restart the server waits for its answer
   */
  static EmbeddedDatabase start(Path data, boolean durable, Duration restartWait) {
    EmbeddedDatabase database = begin(data, durable, restartWait);
    database.awaitStart();
    return database;
  }

  /** Locks the folder and starts the server without waiting for it. */
  static EmbeddedDatabase begin(Path data) {
    return begin(data, true, STARTUP);
  }

  private static EmbeddedDatabase begin(Path data, boolean durable, Duration restartWait) {
    DataFolder folder = null;
    Path home = data.toAbsolutePath().normalize();
    try {
      folder = DataFolder.acquireFolder(data);
      EmbeddedDatabase database =
          new EmbeddedDatabase(
              folder, findFreePort(), folder.ensurePassword(), durable, restartWait);
      DataFolder locked = folder;
      database.firstStart =
          CompletableFuture.runAsync(() -> database.startFirst(locked, home), database.watcher);
      return database;
    } catch (IOException e) {
      reportUnusable(home, e);
      return new EmbeddedDatabase(folder, NOWHERE, "", durable, restartWait);
    }
  }

  private static void reportUnusable(Path home, Throwable e) {
    LOG.error(
        "The embedded PostgreSQL in {} could not be started: {}",
        home,
        NestedExceptionUtils.getMostSpecificCause(e).toString());
  }

  /** Returns once the first start of the server has succeeded or failed. */
  void awaitStart() {
    firstStart.join();
  }

  /**
   * The database of a folder whose server another process has started; empty if it does not run.
   */
  static Optional<DataSource> findRunning(Path data) throws IOException {
    Optional<DataFolder.Access> access = DataFolder.findServer(data);
    return access.map(
        found -> new DriverManagerDataSource(urlOf(found.port()), SUPERUSER, found.password()));
  }

  private static int findFreePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    }
  }

  private synchronized void startFirst(DataFolder folder, Path home) {
    try {
      try {
        launch(folder, STARTUP);
      } catch (IOException _) {
        launch(folder, STARTUP); // children of a killed server may have been ending
      }
      LOG.info("The embedded PostgreSQL keeps its data in {}.", home);
    } catch (IOException | SQLException | RuntimeException e) {
      reportFailure(folder, e);
      scheduleRestart(folder, MIN_PAUSE);
    } catch (ExceptionInInitializerError e) {
      reportUnusable(home, e); // no programs for this platform
    }
  }

  private void launch(DataFolder folder, Duration wait) throws IOException, SQLException {
    closeServer();
    folder.prepareStart();
    server = configureBuilder(folder).setPGStartupWait(wait).start();
    createDatabase(server);
    folder.clusterIsFinished();
    watchProcess(folder);
  }

  private EmbeddedPostgres.Builder configureBuilder(DataFolder folder) {
    ProcessBuilder.Redirect log = ProcessBuilder.Redirect.appendTo(folder.serverLog().toFile());
    String onOff = durable ? "on" : "off";
    return EmbeddedPostgres.builder()
        .setPort(port)
        .setOverrideWorkingDirectory(folder.programsFolder().toFile())
        .setDataDirectory(folder.clusterFolder())
        .setCleanDataDirectory(false)
        .setRegisterShutdownHook(false)
        .setOutputRedirector(log)
        .setErrorRedirector(log)
        .setConnectConfig("password", password)
        // These options reach initdb after its "-A trust" and take precedence.
        .setLocaleConfig("auth", "scram-sha-256")
        .setLocaleConfig("pwfile", folder.passwordFile().toString())
        .setLocaleConfig("locale", "C")
        // The library starts the server with -F, for tests; these settings come later and take
        // precedence.
        .setServerConfig("fsync", onOff)
        .setServerConfig("synchronous_commit", onOff)
        .setServerConfig("full_page_writes", onOff)
        .setServerConfig("max_connections", "40")
        .setServerConfig("log_checkpoints", "off")
        .setServerConfig("unix_socket_directories", "");
  }

  private static void createDatabase(EmbeddedPostgres server) throws SQLException {
    try (Connection connection = server.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("select 1 from pg_database where datname = '" + NAME + "'")) {
      if (!rows.next()) {
        statement.execute("create database " + NAME);
      }
    }
  }

  /** Waits for the end of the server's process without a thread of its own. */
  private void watchProcess(DataFolder folder) throws IOException {
    Optional<ProcessHandle> process = folder.findPostmaster();
    if (process.isPresent()) {
      CompletableFuture<Void> _ =
          process.get().onExit().thenRun(() -> scheduleRestart(folder, Duration.ZERO));
    } else {
      scheduleRestart(folder, MIN_PAUSE); // it has ended already
    }
  }

  private synchronized void scheduleRestart(DataFolder folder, Duration pause) {
    if (!closed) {
      ScheduledFuture<?> _ =
          watcher.schedule(
              () -> restartServer(folder, pause), pause.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /**
   * @param pause pause since the last attempt; zero before the first one
   */
  private synchronized void restartServer(DataFolder folder, Duration pause) {
    if (closed) {
      return;
    }
    try {
      launch(folder, restartWait);
      LOG.warn(
          failing
              ? "The embedded PostgreSQL runs again."
              : "The embedded PostgreSQL ended unexpectedly and was restarted.");
      failing = false;
    } catch (IOException | SQLException | RuntimeException e) {
      reportFailure(folder, e);
      Duration next = pause.isZero() ? MIN_PAUSE : pause.multipliedBy(2);
      scheduleRestart(folder, next.compareTo(MAX_PAUSE) > 0 ? MAX_PAUSE : next);
    }
  }

  /** Logs the first of several failures only. */
  private void reportFailure(DataFolder folder, Exception e) {
    if (failing || closed) {
      LOG.debug("The embedded PostgreSQL could not be restarted", e);
      return;
    }
    failing = true;
    LOG.error(
        "The embedded PostgreSQL could not be started: {} {} Diagnosis still works, but saving does"
            + " not. The start is retried until it succeeds.",
        NestedExceptionUtils.getMostSpecificCause(e).toString(),
        folder.lastWords());
  }

  /** Releases the lock that this process still has on the folder of a dead server. */
  private void closeServer() {
    if (server == null) {
      return;
    }
    try {
      server.close();
    } catch (IOException | IllegalStateException e) {
      LOG.debug("The dead server could not be closed", e);
    }
    server = null;
  }

  @Override
  public String getJdbcUrl() {
    return urlOf(port);
  }

  private static String urlOf(int port) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + NAME;
  }

  @Override
  public String getUsername() {
    return SUPERUSER;
  }

  @Override
  public String getPassword() {
    return password;
  }

  @Override
  public void close() throws IOException {
    closed = true;
    watcher.shutdownNow(); // a restart in progress stops waiting
    stopServer();
  }

  private synchronized void stopServer() throws IOException {
    try (DataFolder _ = folder) {
      if (server != null) {
        server.close();
      } else if (folder != null) {
        folder.stopOrphan(); // an interrupted restart may have left it
      }
    }
  }
}
