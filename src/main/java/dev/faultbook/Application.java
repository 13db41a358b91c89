package dev.faultbook;

import dev.faultbook.catalogue.Catalogue;
import dev.faultbook.cli.CommandLine;
import dev.faultbook.content.ContentFiles;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.DiagnosisDesk;
import dev.faultbook.search.KnowledgeIndex;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.util.unit.DataSize;

/** The one entry point of the jar: a command of the command line, or the web application. */
@SpringBootApplication
public class Application {

  /** Runs the command that the arguments name; starts the web application without one. */
  public static void main(String[] args) {
    // Reports are UTF-8 whatever the machine's locale, as the logs that they quote.
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
    Optional<Integer> status = new CommandLine(System.in, out, System.err).run(args);
    out.flush();
    if (status.isPresent()) {
      System.exit(status.get());
    }
    boolean named = args.length > 0 && args[0].equals("serve");
    SpringApplication.run(
        Application.class, named ? Arrays.copyOfRange(args, 1, args.length) : args);
  }

  /** The content of the folder {@code faultbook.content}, or the packed one where none is named. */
  @Bean
  Catalogue catalogue(@Value("${faultbook.content:}") String folder) throws IOException {
    return new Catalogue(
        folder.isBlank() ? ContentFiles.packed() : ContentFiles.of(Path.of(folder)));
  }

  @Bean
  KnowledgeIndex index(Catalogue catalogue) {
    return new KnowledgeIndex(catalogue);
  }

  @Bean
  Diagnoser diagnoser(KnowledgeIndex index) {
    return new Diagnoser(index);
  }

  /** Two diagnoses a processor keep it busy while one waits for memory; more make all slower. */
  @Bean
  DiagnosisDesk desk(
      Diagnoser diagnoser,
      @Value("${faultbook.limit:64MB}") DataSize limit,
      @Value("${faultbook.at-once:0}") int atOnce,
      @Value("${faultbook.patience:5s}") Duration patience) {
    Runtime machine = Runtime.getRuntime();
    int places = atOnce > 0 ? atOnce : 2 * machine.availableProcessors();
    return new DiagnosisDesk(diagnoser, limit.toBytes(), machine.maxMemory() / 4, places, patience);
  }
}
