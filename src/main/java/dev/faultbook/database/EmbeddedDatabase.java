package dev.faultbook.database;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;

/**
 * A PostgreSQL that starts and stops with the application and keeps its data between runs.
 *
 * <p>A folder that another process holds stops the start. Any other reason not to start (a full
 * disk, a platform without programs) leaves the application without an archive, as a database that
 * is down does: it can still diagnose.
 */
public final class EmbeddedDatabase implements JdbcConnectionDetails, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedDatabase.class);
  private static final String NAME = "faultbook";
  private static final String SUPERUSER = "postgres";
  private static final Duration STARTUP = Duration.ofSeconds(20);
  private static final int ATTEMPTS = 2;

  private final DataFolder folder;
  private final EmbeddedPostgres server;
  private final String password;

  private EmbeddedDatabase(DataFolder folder, EmbeddedPostgres server, String password) {
    this.folder = folder;
    this.server = server;
    this.password = password;
  }

  public static EmbeddedDatabase start(Path data) {
    return start(data, true);
  }

  /** Tests can do without safety against power failures. */
  public static EmbeddedDatabase start(Path data, boolean durable) {
    DataFolder folder = null;
    try {
      folder = DataFolder.take(data);
      OrphanedServer.stop(folder);
      folder.clearUnfinishedCluster();
      folder.clearServerLog();
      EmbeddedDatabase database = startServer(folder, durable);
      LOG.info("The embedded PostgreSQL keeps its data in {}.", data.toAbsolutePath().normalize());
      return database;
    } catch (IOException | SQLException | IllegalStateException | ExceptionInInitializerError e) {
      String lastWords = folder == null ? "" : folder.lastWords();
      LOG.error(
          "The embedded PostgreSQL in {} does not start: {} {}",
          data.toAbsolutePath().normalize(),
          e.getCause() == null ? e.toString() : e.getCause().toString(),
          lastWords);
      return new EmbeddedDatabase(folder, null, "");
    }
  }

  private static EmbeddedDatabase startServer(DataFolder folder, boolean durable)
      throws IOException, SQLException {
    String password = folder.password();
    for (int attempt = 1; ; attempt++) {
      try {
        EmbeddedPostgres server = builder(folder, password, durable).start();
        createDatabase(server);
        folder.clusterIsFinished();
        return new EmbeddedDatabase(folder, server, password);
      } catch (IOException e) {
        // The port was taken in between, or a killed server's children were still going down.
        OrphanedServer.stop(folder);
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private static EmbeddedPostgres.Builder builder(
      DataFolder folder, String password, boolean durable) {
    ProcessBuilder.Redirect log = ProcessBuilder.Redirect.appendTo(folder.serverLog().toFile());
    String onOff = durable ? "on" : "off";
    return EmbeddedPostgres.builder()
        .setOverrideWorkingDirectory(folder.programs().toFile())
        .setDataDirectory(folder.cluster())
        .setCleanDataDirectory(false)
        .setRegisterShutdownHook(false)
        .setPGStartupWait(STARTUP)
        .setOutputRedirector(log)
        .setErrorRedirector(log)
        .setConnectConfig("password", password)
        // These reach initdb, after its "-A trust", and win.
        .setLocaleConfig("auth", "scram-sha-256")
        .setLocaleConfig("pwfile", folder.passwordFile().toString())
        .setLocaleConfig("locale", "C")
        // The library starts the server with -F, for tests; these come after it and win.
        .setServerConfig("fsync", onOff)
        .setServerConfig("synchronous_commit", onOff)
        .setServerConfig("full_page_writes", onOff)
        .setServerConfig("max_connections", "40")
        .setServerConfig("log_checkpoints", "off")
        .setServerConfig("unix_socket_directories", "");
  }

  private static void createDatabase(EmbeddedPostgres server) throws SQLException {
    try (Connection connection = server.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      boolean there;
      try (ResultSet rows =
          statement.executeQuery("select 1 from pg_database where datname = '" + NAME + "'")) {
        there = rows.next();
      }
      if (!there) {
        statement.execute("create database " + NAME);
      }
    }
  }

  @Override
  public String getJdbcUrl() {
    // Port 1 refuses: an archive that is not there.
    int port = server == null ? 1 : server.getPort();
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
    if (server != null) {
      server.close();
    }
    if (folder != null) {
      folder.close();
    }
  }
}
