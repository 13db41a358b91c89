package dev.faultbook.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/** Verifies that the embedded server and its data survive the death of any process. */
class EmbeddedDatabaseTests {

  @TempDir private static Path data;

  @Test
  void dataAndServerSurviveEveryKill() throws Exception {
    // Another process starts the server and is killed, but the server keeps running.
    Process holder = java(DatabaseHolder.class.getName(), data.toString()).start();
    String url = awaitLine(holder, "holding ");
    assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class)
        .isThrownBy(() -> EmbeddedDatabase.start(data))
        .satisfies(e -> assertThat(e.getReason()).contains(data + " is in use"))
        .satisfies(e -> assertThat(e.getReason()).contains("process " + holder.pid() + ":"));
    holder.destroyForcibly().waitFor();
    ProcessHandle orphan = postmaster();
    assertThat(orphan.isAlive()).isTrue();
    assertThat(url).startsWith("jdbc:postgresql://127.0.0.1:");

    // The next start stops the orphaned server and starts its own.
    try (EmbeddedDatabase database = EmbeddedDatabase.start(data)) {
      assertThat(orphan.isAlive()).isFalse();
      execute(database, "create table kept (n int)");
      execute(database, "insert into kept values (42)");
      // Kill the server.
      postmaster().destroyForcibly();
      postmaster().onExit().get(10, TimeUnit.SECONDS);
    }

    // The data survived, although the lock file names a dead process.
    try (EmbeddedDatabase database = EmbeddedDatabase.start(data)) {
      assertThat(number(database, "select n from kept")).isEqualTo(42);
    }

    // The lock file may also name a live process that is not a PostgreSQL server.
    Path lock = data.resolve("postgresql/cluster/postmaster.pid");
    Files.writeString(lock, ProcessHandle.current().pid() + "\n/elsewhere\n");
    try (EmbeddedDatabase database = EmbeddedDatabase.start(data)) {
      assertThat(number(database, "select n from kept")).isEqualTo(42);
    }
    assertThat(lock).doesNotExist();
  }

  /**
   * Regression: after the server was killed, every save failed until the application was restarted,
   * and nothing was logged.
   */
  @Test
  void aServerThatIsKilledIsStartedAgain(@TempDir Path other) throws Exception {
    ListAppender<ILoggingEvent> log = captureLog();
    try (EmbeddedDatabase database = EmbeddedDatabase.start(other)) {
      String url = database.getJdbcUrl();
      execute(database, "create table kept (n int)");
      execute(database, "insert into kept values (42)");
      ProcessHandle killed = postmaster(other);
      killed.destroyForcibly();
      killed.onExit().get(10, TimeUnit.SECONDS);
      assertThat(eventually(() -> number(database, "select n from kept"))).isEqualTo(42);
      assertThat(postmaster(other).pid()).isNotEqualTo(killed.pid());
      assertThat(database.getJdbcUrl()).isEqualTo(url);
      assertThat(eventually(() -> messages(log, "was restarted"))).hasSize(1);
    } finally {
      releaseLog(log);
    }
  }

  /**
   * Regression: a restart that failed kept the lock of the library that starts PostgreSQL. Every
   * further attempt failed at that lock, also when the obstacle was gone.
   */
  @Test
  void aServerThatCannotBeRestartedIsTriedUntilItIsBack(@TempDir Path other) throws Exception {
    ListAppender<ILoggingEvent> log = captureLog();
    try (EmbeddedDatabase database = EmbeddedDatabase.start(other, false, Duration.ofSeconds(6))) {
      execute(database, "create table kept (n int)");
      execute(database, "insert into kept values (42)");
      execute(database, "checkpoint");
      Path cluster = other.resolve("postgresql/cluster");
      Path control = cluster.resolve("global/pg_control");
      Path hidden = other.resolve("hidden");
      Files.move(control, hidden);
      ProcessHandle killed = postmaster(other);
      killed.destroyForcibly();
      killed.onExit().get(10, TimeUnit.SECONDS);
      assertThat(eventually(() -> messages(log, "could not be started"))).hasSize(1);
      // As a full disk leaves it; PostgreSQL refuses to start beside an empty lock file.
      Files.writeString(cluster.resolve("postmaster.pid"), "");
      Files.move(hidden, control);
      assertThat(eventually(() -> number(database, "select n from kept"))).isEqualTo(42);
      assertThat(eventually(() -> messages(log, "runs again"))).hasSize(1);
      assertThat(messages(log, "could not be started")).hasSize(1);
    } finally {
      releaseLog(log);
    }
  }

  /** Regression: what prevented the first start was final, also when it was gone. */
  @Test
  void aServerThatCannotBeStartedIsTriedUntilItRuns(@TempDir Path other) throws Exception {
    try (EmbeddedDatabase database = EmbeddedDatabase.start(other, false, Duration.ofSeconds(20))) {
      execute(database, "create table kept (n int)");
      execute(database, "insert into kept values (42)");
    }
    Path obstacle = other.resolve("postgresql/cluster/epg-lock");
    Files.delete(obstacle);
    Files.createDirectories(obstacle.resolve("not empty"));
    ListAppender<ILoggingEvent> log = captureLog();
    try (EmbeddedDatabase database = EmbeddedDatabase.start(other, false, Duration.ofSeconds(20))) {
      String url = database.getJdbcUrl();
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> execute(database, "select 1"))
          .withMessageContaining("refused");
      Files.delete(obstacle.resolve("not empty"));
      assertThat(eventually(() -> number(database, "select n from kept"))).isEqualTo(42);
      assertThat(database.getJdbcUrl()).isEqualTo(url);
      assertThat(eventually(() -> messages(log, "runs again"))).hasSize(1);
      assertThat(messages(log, "could not be started")).hasSize(1);
    } finally {
      releaseLog(log);
    }
  }

  private static ListAppender<ILoggingEvent> captureLog() {
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    logger().addAppender(log);
    return log;
  }

  private static void releaseLog(ListAppender<ILoggingEvent> log) {
    logger().detachAppender(log);
  }

  private static Logger logger() {
    return (Logger) LoggerFactory.getLogger(EmbeddedDatabase.class);
  }

  private static List<String> messages(ListAppender<ILoggingEvent> log, String words)
      throws SQLException {
    List<String> messages =
        List.copyOf(log.list).stream()
            .map(ILoggingEvent::getFormattedMessage)
            .filter(message -> message.contains(words))
            .toList();
    if (messages.isEmpty()) {
      throw new SQLException("not yet");
    }
    return messages;
  }

  /** Retries until the query succeeds, because a killed server takes a second or two to recover. */
  private static <T> T eventually(Query<T> query) throws Exception {
    long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
    while (true) {
      try {
        return query.run();
      } catch (SQLException e) {
        if (System.nanoTime() > end) {
          throw e;
        }
        Thread.sleep(50);
      }
    }
  }

  private interface Query<T> {
    T run() throws SQLException;
  }

  @Test
  void theServerAsksForItsPasswordAndItsFolderIsClosedToOthers() throws Exception {
    EmbeddedDatabase shared = SharedTestDatabase.get();
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(
            () -> DriverManager.getConnection(shared.getJdbcUrl(), shared.getUsername(), "wrong"))
        .withMessageContaining("password authentication failed");
    assertThat(Files.getPosixFilePermissions(SharedTestDatabase.FOLDER.resolve("postgresql")))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void byDefaultTheServerIsSafeAgainstAPowerFailure(@TempDir Path other) throws Exception {
    try (EmbeddedDatabase database = EmbeddedDatabase.start(other)) {
      assertThat(
              number(
                  database,
                  "select count(*) from pg_settings where setting = 'on' and name in"
                      + " ('fsync', 'synchronous_commit', 'full_page_writes')"))
          .isEqualTo(3);
    }
  }

  @Test
  void aServerThatDoesNotStartLeavesAnArchiveThatIsAway(@TempDir Path other) throws Exception {
    Files.writeString(other.resolve("postgresql"), "a file where a folder must be");
    try (EmbeddedDatabase database = EmbeddedDatabase.start(other)) {
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> execute(database, "select 1"))
          .withMessageContaining("refused");
    }
  }

  @Test
  void aSecondApplicationOnTheSameFolderEndsWithOneClearLine() throws Exception {
    SharedTestDatabase.get();
    ProcessBuilder second = java("dev.faultbook.Application");
    second.environment().put("FAULTBOOK_DATA", SharedTestDatabase.FOLDER.toString());
    second.environment().put("FAULTBOOK_TEST_DATABASE", "own");
    second.environment().put("SERVER_PORT", "0");
    Process process = second.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isEqualTo(1);
    assertThat(output)
        .contains(
            "The data directory "
                + SharedTestDatabase.FOLDER.toAbsolutePath()
                + " is in use by another Faultbook, process "
                + ProcessHandle.current().pid())
        .doesNotContain("\tat ")
        .doesNotContain("Exception");
  }

  private static ProcessBuilder java(String mainClass, String... args) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass));
    command.addAll(List.of(args));
    return new ProcessBuilder(command).redirectErrorStream(true);
  }

  private static String awaitLine(Process process, String opening) throws IOException {
    BufferedReader lines = process.inputReader();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith(opening)) {
        return line.substring(opening.length());
      }
    }
    throw new IOException("the process ended without a line that starts with " + opening);
  }

  private static ProcessHandle postmaster() throws IOException {
    return postmaster(data);
  }

  private static ProcessHandle postmaster(Path folder) throws IOException {
    String pid =
        Files.readAllLines(folder.resolve("postgresql/cluster/postmaster.pid")).getFirst().strip();
    return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
  }

  private static void execute(EmbeddedDatabase database, String sql) throws SQLException {
    try (Connection connection = connect(database);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static int number(EmbeddedDatabase database, String sql) throws SQLException {
    try (Connection connection = connect(database);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getInt(1);
    }
  }

  private static Connection connect(EmbeddedDatabase database) throws SQLException {
    return DriverManager.getConnection(
        database.getJdbcUrl(), database.getUsername(), database.getPassword());
  }
}
