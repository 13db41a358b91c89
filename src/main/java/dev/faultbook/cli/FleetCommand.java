package dev.faultbook.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.sun.net.httpserver.HttpServer;
import dev.faultbook.content.Language;
import dev.faultbook.fleet.Fleet;
import dev.faultbook.fleet.Pace;
import dev.faultbook.fleet.Receiver;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.springframework.boot.convert.DurationStyle;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code fleet --bootstrap-servers HOST:PORT}. */
@Command(
    name = "fleet",
    description = "Reads the logs of many jobs from Kafka and writes their diagnoses to Kafka.",
    mixinStandardHelpOptions = true,
    versionProvider = FaultbookCli.Version.class,
    footer = {
      "",
      "Topics: faultbook.logs (key: the job; value: a line, a chunk, or the JSON of Fluent Bit,",
      "Vector or OpenTelemetry; headers rank, node, file, time, position, user, end),",
      "faultbook.events, faultbook.diagnoses, faultbook.jobs and faultbook.nodes. Missing ones are",
      "created. Start as many instances as you need.",
      "",
      "Exit status: 0 stopped, 2 bad usage, or the broker cannot be reached."
    })
final class FleetCommand implements Callable<Integer> {
  private final Streams streams;

  @Option(
      names = "--bootstrap-servers",
      paramLabel = "HOST:PORT",
      required = true,
      description = "Brokers, separated by commas.")
  private String servers;

  @Option(
      names = "--application-id",
      paramLabel = "NAME",
      defaultValue = "faultbook-fleet",
      description = "The name that all instances share (default: ${DEFAULT-VALUE}).")
  private String application;

  @Option(
      names = "--state",
      paramLabel = "DIR",
      defaultValue = "faultbook-fleet",
      description = "Where this instance keeps its state (default: ${DEFAULT-VALUE}).")
  private Path state;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "1",
      description = "Threads, each of which reads partitions of its own (default: 1).")
  private int threads;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      defaultValue = "12",
      description = "Partitions of topics that do not exist yet (default: 12).")
  private int partitions;

  @Option(
      names = "--replication",
      paramLabel = "N",
      defaultValue = "-1",
      description = "Copies of topics that do not exist yet (default: the broker's).")
  private short replication;

  @Option(
      names = "--quiet",
      paramLabel = "TIME",
      converter = TimeOption.class,
      description = "A failed job that is quiet for so long has ended (default: 1m).")
  private Duration quiet = Pace.DEFAULT.quiet();

  @Option(
      names = "--settle",
      paramLabel = "TIME",
      converter = TimeOption.class,
      description = "An error is no cause before the job had so long to go on (default: 10s).")
  private Duration settle = Pace.DEFAULT.settle();

  @Option(
      names = "--silence",
      paramLabel = "TIME",
      converter = TimeOption.class,
      description = "A job that is silent for so long may hang (default: 30m).")
  private Duration silence = Pace.DEFAULT.silence();

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "A setting of Kafka Streams or its clients, such as security.protocol=SSL.")
  private Map<String, String> more = new LinkedHashMap<>();

  @Option(
      names = "--lang",
      paramLabel = "en|zh",
      defaultValue = "en",
      converter = LanguageOption.class,
      description = "Language of the answers: en (default) or zh.")
  private Language language;

  @Option(
      names = "--notify",
      paramLabel = "KIND=URL",
      converter = {KindOption.class, AddressOption.class},
      description = {
        "Sends diagnoses there as well; KIND is webhook, alertmanager, slack, mattermost,",
        "dingtalk or feishu."
      })
  private Map<Receiver.Kind, URI> receivers = new LinkedHashMap<>();

  @Option(
      names = "--pages",
      paramLabel = "URL",
      defaultValue = "http://localhost:8080",
      description = "The web application, for links in messages (default: ${DEFAULT-VALUE}).")
  private String pages;

  @Option(
      names = "--metrics-port",
      paramLabel = "PORT",
      description = "Answers Prometheus at /metrics of this port (default: none).")
  private @Nullable Integer metricsPort;

  FleetCommand(Streams streams) {
    this.streams = streams;
  }

  /** {@code 90s}, {@code 10m}. */
  static final class TimeOption implements picocli.CommandLine.ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      return DurationStyle.SIMPLE.parse(text);
    }
  }

  /** {@code slack}. */
  static final class KindOption implements picocli.CommandLine.ITypeConverter<Receiver.Kind> {
    @Override
    public Receiver.Kind convert(String text) {
      return Receiver.Kind.valueOf(text.toUpperCase(Locale.ROOT));
    }
  }

  /** {@code https://hooks.slack.com/services/…}. */
  static final class AddressOption implements picocli.CommandLine.ITypeConverter<URI> {
    @Override
    public URI convert(String text) {
      URI address = URI.create(text);
      boolean web = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
      if (!web || address.getHost() == null) {
        throw new picocli.CommandLine.TypeConversionException("no http:// or https:// address");
      }
      return address;
    }
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (LoggerFactory.getLogger("org.apache.kafka") instanceof Logger kafka) {
      kafka.setLevel(Level.WARN);
    }
    Pace pace = new Pace(settle, quiet, silence, Pace.DEFAULT.busy(), Pace.DEFAULT.forget());
    Fleet.Settings settings =
        new Fleet.Settings(
            servers,
            application,
            state.toAbsolutePath(),
            threads,
            partitions,
            replication,
            pace,
            language,
            pages,
            receivers.entrySet().stream()
                .map(receiver -> new Receiver(receiver.getKey(), receiver.getValue()))
                .toList(),
            more);
    try (Fleet fleet = Fleet.start(settings, LocalContent.openKnowledge())) {
      Posix.onSignals((_, _) -> fleet.stop(), "INT", "TERM");
      serveMetrics(fleet);
      streams.err().println("reading faultbook.logs at " + servers);
      fleet.await();
      return 0;
    } catch (IllegalStateException e) {
      throw new CommandFailedException(String.valueOf(e.getMessage()), e);
    }
  }

  private void serveMetrics(Fleet fleet) throws IOException {
    if (metricsPort == null) {
      return;
    }
    HttpServer server = HttpServer.create(new InetSocketAddress(metricsPort), 0);
    server.createContext(
        "/metrics",
        call -> {
          byte[] text = fleet.metrics().getBytes(StandardCharsets.UTF_8);
          call.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4");
          call.sendResponseHeaders(200, text.length);
          try (OutputStream out = call.getResponseBody()) {
            out.write(text);
          }
        });
    server.start();
  }
}
