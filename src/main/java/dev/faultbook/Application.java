package dev.faultbook;

import dev.faultbook.api.mcp.McpStdio;
import dev.faultbook.cli.FaultbookCli;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.Editions;
import dev.faultbook.diagnosis.KnowledgeReader;
import dev.faultbook.redaction.Redactor;
import dev.faultbook.report.HiddenEscapes;
import dev.faultbook.server.DiagnosisGate;
import dev.faultbook.server.MemoryBudget;
import dev.faultbook.server.ServerSettings;
import dev.faultbook.server.Throttle;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.jackson.autoconfigure.JsonFactoryBuilderCustomizer;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;

/** The entry point of the jar: runs a subcommand of the command line, or the web application. */
@SpringBootApplication(proxyBeanMethods = false)
@ConfigurationPropertiesScan
public class Application {
  /** A change of a layer is taken up at the second look after it. */
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);

  private static final Status OUTDATED = new Status("OUTDATED");

  private static final long HEAP = Runtime.getRuntime().maxMemory();

  /** Runs the subcommand that the arguments name; without one, starts the web application. */
  public static void main(String[] args) throws IOException {
    Optional<Integer> status = FaultbookCli.runStandard(args);
    if (status.isPresent()) {
      System.exit(status.get());
    }
    if (args.length > 0 && args[0].equals("mcp")) {
      // Standard output is the protocol's; whatever else is said goes to the other stream.
      System.setOut(System.err);
      McpStdio.answerAll(
          KnowledgeReader.open(KnowledgeReader.parseFolders(System.getenv("FAULTBOOK_CONTENT"))),
          Objects.requireNonNullElse(System.getenv("FAULTBOOK_MCP_ROOT"), ""),
          System.in,
          FaultbookCli.openOutput());
      return;
    }
    // Read while Spring prepares the server.
    Thread.ofPlatform()
        .daemon()
        .name("read-ahead")
        .start(
            () -> {
              KnowledgeReader.readAhead();
              Redactor.shared();
            });
    boolean named = args.length > 0 && args[0].equals("serve");
    SpringApplication.run(
        Application.class, named ? Arrays.copyOfRange(args, 1, args.length) : args);
  }

  /** The packed content and the layers of {@code faultbook.content}. */
  @Bean
  Editions editions(@Value("${faultbook.content:}") String folders) throws IOException {
    return Editions.open(KnowledgeReader.parseFolders(folders));
  }

  /**
   * Builds the index of pages as soon as the server answers, so that no reader waits for it, and
   * looks for changes of the layers.
   */
  @Bean
  ApplicationListener<ApplicationReadyEvent> editionKeeper(Editions editions) {
    return ready ->
        Thread.ofPlatform()
            .daemon()
            .name("editions")
            .start(
                () -> {
                  editions.current().pages();
                  while (!editions.folders().isEmpty()) {
                    LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
                    editions.refresh();
                  }
                });
  }

  /** Names the address to open in the last line of a start. */
  @Bean
  ApplicationListener<ApplicationReadyEvent> addressLine() {
    return ready ->
        LoggerFactory.getLogger(Application.class)
            .info(
                "Open http://localhost:{}",
                ready.getApplicationContext().getEnvironment().getProperty("local.server.port"));
  }

  @Bean
  Diagnoser diagnoser(Editions editions, ServerSettings settings) {
    ServerSettings.Diagnosis limits = settings.diagnosis();
    return new Diagnoser(editions, limits.maxTime(), limits.heldBytes(HEAP));
  }

  /** Tells that a change of a layer has errors and is not in force, which leaves the status UP. */
  @Bean
  HealthIndicator contentHealthIndicator(Editions editions) {
    return () ->
        editions
            .problem()
            .map(problem -> Health.status(OUTDATED).withDetail("message", problem))
            .orElseGet(Health::up)
            .withDetail("entries", editions.current().entries().size())
            .build();
  }

  @Bean
  MeterBinder contentMetric(Editions editions) {
    return registry ->
        Gauge.builder(
                "faultbook.content.outdated", editions, now -> now.problem().isPresent() ? 1 : 0)
            .description("Whether a change of a layer has errors and is not in force")
            .register(registry);
  }

  @Bean
  DiagnosisGate diagnosisGate(ServerSettings settings) {
    ServerSettings.Diagnosis limits = settings.diagnosis();
    return new DiagnosisGate(
        limits.smallConcurrency(HEAP),
        limits.largeConcurrency(HEAP),
        limits.smallLogSize().toBytes(),
        limits.maxWait());
  }

  /** A JSON document that curl prints contains nothing that controls a terminal. */
  @Bean
  JsonFactoryBuilderCustomizer escapesOfHiddenCharacters() {
    return factory -> factory.characterEscapes(new HiddenEscapes());
  }

  /** Limits the rate of feedback; pages and REST share it. */
  @Bean
  Throttle feedbackThrottle(
      @Value("${faultbook.feedback.per-client}") int perClient,
      @Value("${faultbook.feedback.in-all}") int inAll) {
    return new Throttle(perClient, inAll);
  }

  /** Compressed logs in memory may take up to a quarter of the heap. */
  @Bean
  MemoryBudget memoryBudget() {
    return new MemoryBudget(HEAP / 4);
  }
}
