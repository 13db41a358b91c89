package dev.faultbook;

import dev.faultbook.content.Catalogue;
import dev.faultbook.cli.FaultbookCli;
import dev.faultbook.content.ContentFiles;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.server.Bulkhead;
import dev.faultbook.server.MemoryBudget;
import dev.faultbook.packed.PackedContent;
import dev.faultbook.search.KnowledgeIndex;
import dev.faultbook.settings.FaultbookProperties;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;

/** The entry point of the jar: runs a subcommand of the command line, or the web application. */
@SpringBootApplication(proxyBeanMethods = false)
@EnableConfigurationProperties(FaultbookProperties.class)
public class Application {
  /** The most logs that are sent at a time. Each stays in memory, compressed, while it is sent. */
  private static final int DOWNLOADS = 16;

  private static final int DOWNLOADS_PER_CLIENT = 4;

  /** Largest log that counts as a paste, in bytes. */
  private static final long PASTE = 64 * 1024;

  private static final long HEAP = Runtime.getRuntime().maxMemory();

  /** Runs the subcommand that the arguments name; without one, starts the web application. */
  public static void main(String[] args) {
    // Reports are UTF-8 whatever the machine's locale is, because the logs that they quote are.
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
    Optional<Integer> status = new FaultbookCli(System.in, out, System.err).run(args);
    out.flush();
    if (status.isPresent()) {
      System.exit(status.get());
    }
    boolean named = args.length > 0 && args[0].equals("serve");
    SpringApplication.run(
        Application.class, named ? Arrays.copyOfRange(args, 1, args.length) : args);
  }

  /**
   * The content of the folder {@code faultbook.content}; the content packed in the jar if that is
   * blank.
   */
  @Bean
  Catalogue catalogue(FaultbookProperties settings) throws IOException {
    String folder = settings.content();
    return folder.isBlank()
        ? PackedContent.openCatalogue()
        : new Catalogue(ContentFiles.fromFolder(Path.of(folder)));
  }

  @Bean
  KnowledgeIndex index(Catalogue catalogue) {
    return new KnowledgeIndex(catalogue);
  }

  /** Builds the index of pages as soon as the server answers, so that no reader waits for it. */
  @Bean
  ApplicationListener<ApplicationReadyEvent> pageIndexWarmUp(KnowledgeIndex index) {
    return ready -> Thread.ofPlatform().daemon().name("page-index").start(index.current()::pages);
  }

  @Bean
  Diagnoser diagnoser(KnowledgeIndex index, FaultbookProperties settings) {
    FaultbookProperties.Diagnosis limits = settings.diagnosis();
    return new Diagnoser(index, limits.maxTime(), limits.heldBytes(HEAP));
  }

  /**
   * Limits the number of concurrent diagnoses and comparisons. Pastes have permits of their own: a
   * small log of long lines may take seconds.
   */
  @Bean
  Bulkhead diagnosisBulkhead(FaultbookProperties settings) {
    FaultbookProperties.Diagnosis limits = settings.diagnosis();
    long small = limits.smallLogSize().toBytes();
    return new Bulkhead(
        "diagnosis",
        new Bulkhead.Limits(
            List.of(
                Bulkhead.Places.sharedOut(Math.min(PASTE, small), limits.effectiveConcurrency()),
                Bulkhead.Places.sharedOut(small, limits.smallConcurrency(HEAP)),
                Bulkhead.Places.sharedOut(Long.MAX_VALUE, limits.largeConcurrency(HEAP))),
            limits.maxWait()));
  }

  /** Limits the number of logs that are redacted and stored concurrently. */
  @Bean
  Bulkhead sharingBulkhead(FaultbookProperties settings) {
    FaultbookProperties.Diagnosis limits = settings.diagnosis();
    return new Bulkhead(
        "sharing",
        Bulkhead.Limits.sharedOut(
            settings.store().effectiveConcurrency(),
            limits.smallLogSize().toBytes(),
            limits.maxWait()));
  }

  /** Limits the number of answers about shared diagnoses that are built concurrently. */
  @Bean
  Bulkhead readingBulkhead(FaultbookProperties settings) {
    FaultbookProperties.Diagnosis limits = settings.diagnosis();
    return new Bulkhead(
        "reading", Bulkhead.Limits.sharedOut(limits.effectiveConcurrency(), 0, limits.maxWait()));
  }

  /**
   * Limits the number of pages and lists that are rendered concurrently. They compute only, so more
   * than one a processor would gain nothing; those that wait leave the processors to others.
   */
  @Bean
  Bulkhead renderingBulkhead(FaultbookProperties settings) {
    return new Bulkhead(
        "rendering",
        Bulkhead.Limits.sharedOut(
            Runtime.getRuntime().availableProcessors(), 0, settings.diagnosis().maxWait()));
  }

  /** Limits the number of concurrent searches, which compute and so would occupy a processor. */
  @Bean
  Bulkhead searchBulkhead(FaultbookProperties settings) {
    FaultbookProperties.Diagnosis limits = settings.diagnosis();
    return new Bulkhead(
        "search", Bulkhead.Limits.sharedOut(limits.effectiveConcurrency(), 0, limits.maxWait()));
  }

  /** Limits the number of stored logs that are sent concurrently. */
  @Bean
  Bulkhead downloadBulkhead(FaultbookProperties settings) {
    return new Bulkhead(
        "download",
        new Bulkhead.Limits(DOWNLOADS, DOWNLOADS_PER_CLIENT, 0, settings.diagnosis().maxWait()));
  }

  /** Compressed logs in memory may take up to a quarter of the heap. */
  @Bean
  MemoryBudget memoryBudget() {
    return new MemoryBudget(HEAP / 4);
  }
}
