package dev.faultbook.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.diagnosis.KnowledgeReader;
import dev.faultbook.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Verifies when a watch over growing logs speaks; the time is the test's own. */
class WatchTests {
  private static final String CAUSE =
      "node-07:1312:1398 [3] misc/shmutils.cc:128 NCCL WARN Error while creating shared memory"
          + " segment /dev/shm/nccl-QzR4bT (size 9637888), error: No space left on device (28)\n";
  private static final String ERROR =
      "[rank3]: torch.distributed.DistBackendError: NCCL error in: NCCLUtils.cpp:77, unhandled"
          + " system error (run with NCCL_DEBUG=INFO for details), NCCL version 2.27.3\n";

  private static Knowledge knowledge;

  @TempDir private Path folder;

  private Path log;
  private Watch watch;
  private Duration now = Duration.ofHours(1);
  private int steps;

  @BeforeAll
  static void readContent() throws IOException {
    knowledge = KnowledgeReader.open(List.of(Path.of("src/test/resources/doors")));
  }

  @AfterEach
  void close() throws IOException {
    watch.close();
  }

  private void watch(String... names) {
    log = folder.resolve(names[0]);
    watch =
        new Watch(
            List.of(names).stream().map(name -> folder.resolve(name).toString()).toList(),
            Duration.ofMinutes(10),
            knowledge,
            Language.EN);
  }

  private static void append(Path file, String text) throws IOException {
    Files.writeString(file, text, UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private String nextSteps(int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append("step ").append(++steps).append("/5000 loss 2.31\n");
    }
    return text.toString();
  }

  /** What is said within some seconds, twice in each. */
  private List<String> said(int seconds) throws IOException {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < 2 * seconds; i++) {
      now = now.plusMillis(500);
      watch.look(now.toNanos()).map(WatchTests::describe).ifPresent(all::add);
    }
    return all;
  }

  private static String describe(Report report) {
    Report.Found lead = report.lead();
    return lead == null
        ? report.verdict().tag()
        : lead.entry() + ":" + lead.evidence().getFirst().line();
  }

  @Test
  void itSpeaksOnceAboutACauseAndNeverAgain() throws IOException {
    watch("train.log");
    assertThat(said(60)).isEmpty();
    append(log, nextSteps(20));
    assertThat(said(60)).isEmpty();
    append(log, CAUSE + ERROR);
    assertThat(said(2)).isEmpty();
    assertThat(said(2)).containsExactly("shm-full:21");
    append(log, CAUSE + ERROR);
    assertThat(said(1200)).isEmpty();
    assertThat(watch.conclude()).isEmpty();
    assertThat(watch.hasNamed()).isTrue();
  }

  @Test
  void anErrorThatTheRunSurvivesIsNoCause() throws IOException {
    watch("train.log");
    append(log, nextSteps(50) + ERROR.replace("[rank3]: ", "") + nextSteps(1));
    for (int i = 0; i < 60; i++) {
      append(log, nextSteps(4));
      assertThat(said(1)).isEmpty();
    }
  }

  @Test
  void aCauseIsNamedWhileOtherRanksGoOnWriting() throws IOException {
    watch("rank0.log", "rank3.log");
    append(folder.resolve("rank3.log"), CAUSE + ERROR);
    List<String> all = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      append(log, "waiting for the other ranks, " + i + " s\n");
      all.addAll(said(1));
    }
    assertThat(all).singleElement().asString().startsWith("shm-full:");
  }

  @Test
  void aRenamedFileIsReadToItsEndAndTheNextFromItsStart() throws IOException {
    watch("train.log");
    append(log, nextSteps(20));
    said(1);
    append(log, CAUSE.substring(0, 60));
    said(1);
    append(log, CAUSE.substring(60));
    Files.move(log, folder.resolve("train.log.1"));
    append(folder.resolve("train.log.1"), ERROR);
    said(1);
    append(log, "a new file\n");
    assertThat(said(4)).containsExactly("shm-full:21");
  }

  @Test
  void aTruncatedFileIsReadFromItsStart() throws IOException {
    watch("train.log");
    append(log, nextSteps(200) + "begun");
    said(1);
    Files.writeString(log, "");
    said(1);
    append(log, "again\n" + CAUSE + ERROR);
    assertThat(said(4)).containsExactly("shm-full:203");
    Path other = Files.writeString(folder.resolve("other"), "replaced\n");
    Files.move(other, log, StandardCopyOption.REPLACE_EXISTING);
    assertThat(said(60)).isEmpty();
  }

  @Test
  void filesOfAFolderMayAppearLater() throws IOException {
    watch("logs");
    assertThat(said(30)).isEmpty();
    Path rank = Files.createDirectories(log.resolve("none_x/attempt_0/3"));
    append(rank.resolve("stdout.log"), CAUSE);
    append(Files.createDirectories(log.resolve("none_x/attempt_0/0")).resolve("stderr.log"), "x\n");
    Files.write(rank.resolve("model.pt"), new byte[] {'P', 'K', 0, 0, 0, 1, 2, 0});
    assertThat(said(10)).hasSize(1).first().asString().startsWith("shm-full:");
  }

  @Test
  void aSilenceIsWorthOneWord() throws IOException {
    watch("train.log");
    append(log, nextSteps(20));
    assertThat(said(599)).isEmpty();
    assertThat(said(600)).containsExactly("healthy");
    assertThat(watch.isSilent()).isTrue();
    append(log, nextSteps(1));
    assertThat(said(30)).isEmpty();
    assertThat(watch.isSilent()).isFalse();
    append(log, ERROR);
    assertThat(said(300)).isEmpty();
    assertThat(said(600)).containsExactly("system-error:22");
  }

  @Test
  void aRunEndsWithItsLastWordAndAPause() throws IOException {
    watch("train.log");
    append(log, nextSteps(20));
    said(20);
    assertThat(watch.hasEnded(now.toNanos())).isFalse();
    append(log, "step 5000/5000 loss 2.1\nTraining completed.\n");
    said(5);
    assertThat(watch.hasEnded(now.toNanos())).isFalse();
    said(10);
    assertThat(watch.hasEnded(now.toNanos())).isTrue();
    assertThat(watch.conclude().map(WatchTests::describe)).contains("healthy");
    assertThat(watch.hasNamed()).isFalse();
  }
}
