package dev.faultbook.diagnosis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.content.Content;
import dev.faultbook.content.ContentError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A team's own entries above the shipped ones. */
class EditionsTests {
  private static final Path DOORS = Path.of("src/test/resources/doors");
  private static final Path SHIPPED = Path.of("content/entries/nccl-shared-memory");

  @TempDir private Path folder;

  private long clock = 1_700_000_000_000L;

  /** An entry of this team, with texts of its own in place of those of a shipped entry. */
  private void writeEntry(String id, String phrase) throws IOException {
    Path entry = folder.resolve(id);
    Files.createDirectories(entry.resolve("logs"));
    write(
        entry.resolve("entry.yaml"),
        """
        kind: cause
        component: storage
        layer: storage
        severity: fatal
        languages: [en]
        signatures:
          - "%s"
        sources:
          - title: Run book
            url: https://example.com/run-book
        reviewed: 2026-11-28
        """
            .formatted(phrase));
    write(
        entry.resolve("en.md"),
        """
        # The scratch disk of this cluster is full
        A job fills the scratch disk of its node.
        ## What you see
        The daemon of the scratch disk says so.
        ## Why it happens
        Nobody cleans up.
        ## Fix
        ### Clean up [safe]
        Remove what you do not need.
        ```bash
        df -h /scratch
        ```
        ## Check that it worked
        `df` shows free space.
        ## Tell it apart from
        Nothing.
        ## Prevent
        Quotas.
        ## What does not help
        A restart.
        """);
    write(entry.resolve("logs/a.log"), "scratchd: " + phrase + " on node1\n");
    write(entry.resolve("logs/b.log"), "2026-11-20 10:00:00 scratchd: " + phrase + " on node2\n");
    write(entry.resolve("logs/a.not.log"), "scratchd: started\n");
    write(entry.resolve("logs/b.not.log"), "scratchd: stopped\n");
  }

  private void write(Path file, String text) throws IOException {
    Files.writeString(file, text);
    clock += 1000;
    Files.setLastModifiedTime(file, FileTime.fromMillis(clock));
  }

  private Editions open() throws IOException {
    return Editions.open(List.of(DOORS, folder));
  }

  /** A change is taken up at the second look after it. */
  private static void look(Editions editions) {
    editions.refresh();
    editions.refresh();
  }

  private static List<String> leads(Editions editions, String log) {
    return new Diagnoser(editions, Duration.ZERO, 1 << 20)
        .diagnose(log.getBytes(UTF_8)).findings().stream()
            .map(finding -> finding.entry().id())
            .toList();
  }

  @Test
  void anOwnEntryStandsBesideTheOthers() throws IOException {
    writeEntry("scratch-full", "no space left in pool seven");
    Editions editions = open();
    assertThat(leads(editions, "scratchd: no space left in pool seven on node9\n"))
        .containsExactly("scratch-full");
    Content content = editions.current().content();
    assertThat(content.layerOf("scratch-full")).isEqualTo(folder.toString());
    assertThat(content.entries()).hasSizeGreaterThan(1);
    assertThat(content.layerOf(content.entries().getFirst().id())).isEqualTo(Content.SHIPPED);
  }

  @Test
  void changesAreTakenUpWhileTheServerRuns() throws IOException {
    Editions editions = open();
    int below = editions.current().entries().size();
    writeEntry("scratch-full", "no space left in pool seven");
    editions.refresh();
    assertThat(editions.current().entries()).as("may still be written").hasSize(below);
    editions.refresh();
    assertThat(editions.current().entries()).hasSize(below + 1);

    writeEntry("scratch-full", "pool seven is exhausted");
    look(editions);
    assertThat(leads(editions, "scratchd: pool seven is exhausted\n")).hasSize(1);

    write(folder.resolve("scratch-full/entry.yaml"), "kind: cause\nsignatures: [\n");
    look(editions);
    assertThat(editions.problem())
        .hasValueSatisfying(why -> assertThat(why).contains("scratch-full/entry.yaml"));
    assertThat(leads(editions, "scratchd: pool seven is exhausted\n"))
        .as("the last good one")
        .hasSize(1);

    writeEntry("scratch-full", "pool eight is exhausted");
    look(editions);
    assertThat(editions.problem()).isEmpty();
    assertThat(leads(editions, "scratchd: pool eight is exhausted\n")).hasSize(1);

    try (Stream<Path> paths = Files.walk(folder.resolve("scratch-full"))) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
    look(editions);
    assertThat(editions.current().entries()).hasSize(below);
  }

  @Test
  void aLayerReplacesAndWithdrawsWhatLiesBelow() throws IOException {
    Editions before = Editions.open(List.of(DOORS));
    String replaced = before.current().entries().get(0).id();
    String withdrawn = before.current().entries().get(1).id();
    writeEntry(replaced, "pool nine is exhausted");
    Files.createDirectories(folder.resolve(withdrawn));
    write(folder.resolve(withdrawn).resolve("entry.yaml"), "withdrawn: true\n");
    Editions editions = open();
    assertThat(leads(editions, "scratchd: pool nine is exhausted\n")).containsExactly(replaced);
    assertThat(editions.current().findEntry(withdrawn)).isEmpty();
    assertThat(editions.current().entries()).hasSize(before.current().entries().size() - 1);
  }

  @Test
  void whatALayerMustNotHoldIsNamed() throws IOException {
    Files.createDirectories(folder.resolve("entries/unknown-fault"));
    Files.createDirectories(folder.resolve("codes"));
    write(folder.resolve("codes/own.yaml"), "x: 1\n");
    write(folder.resolve("entries/unknown-fault/entry.yaml"), "withdrawn: true\n");
    assertThatThrownBy(this::open)
        .isInstanceOf(InvalidContentException.class)
        .hasMessageContaining("codes/own.yaml: A layer holds entries only")
        .hasMessageContaining("unknown-fault/entry.yaml: There is no entry to withdraw");
  }

  /** What a git checkout and an editor leave beside the entries is no entry. */
  @Test
  void hiddenFilesAreNoEntries() throws IOException {
    writeEntry("scratch-full", "no space left in pool seven");
    Files.createDirectories(folder.resolve(".git/refs"));
    write(folder.resolve(".git/refs/main"), "abc\n");
    write(folder.resolve("scratch-full/.entry.yaml.swp"), "abc\n");
    assertThat(open().current().findEntry("scratch-full")).isPresent();
  }

  /** An entry that the team wrote before the shipped one existed. */
  @Test
  void anEntryThatTheShippedOnesMadeSuperfluousIsReported() throws IOException {
    writeEntry("own-shared-memory", "no space left in pool seven");
    for (String log : List.of("a.log", "b.log")) {
      write(
          folder.resolve("own-shared-memory/logs/" + log),
          Files.readString(SHIPPED.resolve("logs/docker-64m-torch27.log"))
              + "scratchd: no space left in pool seven\n");
    }
    Knowledge sum = open().current();
    Diagnoser shipped = new Diagnoser(ShippedCatalogue.knowledge());
    assertThat(ExampleCheck.findSuperfluous(sum, shipped))
        .extracting(ContentError::message)
        .containsExactly(
            "note: superfluous, the shipped entry nccl-shared-memory leads in all of its logs");
  }
}
