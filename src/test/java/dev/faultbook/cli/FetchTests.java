package dev.faultbook.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultbook.TestClient;
import dev.faultbook.TestLoki;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Fetches logs with real processes: programs that print what kubectl, Slurm and aws print, and a
 * server that answers as Loki does.
 */
@EnabledOnOs(OS.LINUX)
class FetchTests {
  private static final Path STAND_INS = Path.of("src/test/resources/fetch/bin").toAbsolutePath();
  private static final String CAUSE = "/dev/shm is too small";

  @TempDir private Path folder;

  private record Ended(int status, String out) {}

  /** Runs a script of bash in which {@code faultbook} is the command; both outputs together. */
  private Ended bash(String script, Map<String, String> environment) throws Exception {
    Path train = Files.write(folder.resolve("train.log"), TestClient.log());
    ProcessBuilder shell =
        new ProcessBuilder(
            "bash",
            "-c",
            "java=(\"$@\"); faultbook() { \"${java[@]}\" \"$@\"; }; " + script,
            "bash");
    shell.command().addAll(CommandProcessTests.faultbook());
    Map<String, String> all = shell.environment();
    all.put("FAULTBOOK_CONTENT", Path.of("src/test/resources/doors").toAbsolutePath().toString());
    all.put("PATH", STAND_INS + ":" + System.getenv("PATH"));
    all.put("LOG", train.toString());
    all.put("FOLDER", folder.toString());
    all.put("TOLD", folder.resolve("told").toString());
    all.putAll(environment);
    Process process = shell.directory(folder.toFile()).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Ended(process.waitFor(), out);
  }

  private Ended diagnose(String address) throws Exception {
    return bash("faultbook diagnose '" + address + "'", Map.of());
  }

  private String told() throws IOException {
    return Files.readString(folder.resolve("told"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"en", "zh"})
  void everyLineOfThePageNamesTheCause(String language) throws Exception {
    String page = Files.readString(Path.of("src/main/resources/docs/fetch." + language + ".md"));
    String block = page.substring(page.indexOf("```bash\n") + 8, page.indexOf("\n```\n"));
    Files.write(folder.resolve("slurm 4711.out"), TestClient.log());
    try (TestLoki loki = new TestLoki()) {
      long time = Instant.now().minusSeconds(3 * 3600).toEpochMilli() * 1_000_000;
      loki.pushAll(Map.of("job", "llama", "pod", "llama-0"), time, TestClient.log());
      for (String line : block.lines().toList()) {
        Ended ended =
            bash(
                line.replace("localhost:3100", loki.host()),
                Map.of("LOKI_USERNAME", "me", "LOKI_PASSWORD", "secret", "LOKI_ORG_ID", "a"));
        assertThat(ended.out()).as(line).contains(CAUSE);
        // Two runs differ.
        assertThat(ended.status()).as(line).isEqualTo(line.contains(" compare ") ? 1 : 0);
      }
      assertThat(loki.queries().getFirst()).containsEntry("query", "{job=\"llama\"}");
      assertThat(loki.tenants()).containsExactly("a");
      assertThat(loki.credentials()).containsExactly("Basic bWU6c2VjcmV0");
    }
  }

  @Test
  void ofAPodTheLogsOfAllContainersAreRead() throws Exception {
    Ended ended = bash("faultbook diagnose --json kubectl:training/llama-worker-3", Map.of());
    assertThat(ended.out())
        .contains(
            "\"llama-worker-3/describe\"",
            "\"llama-worker-3/fetch-data/2-current\"",
            "\"llama-worker-3/train/1-previous\"",
            "\"llama-worker-3/sidecar/2-current\"");
    assertThat(told().lines())
        .containsExactly(
            "kubectl get pod llama-worker-3 --namespace=training --output=json",
            "kubectl logs llama-worker-3 --namespace=training --container=fetch-data --previous=false",
            "kubectl logs llama-worker-3 --namespace=training --container=sidecar --previous=false",
            "kubectl logs llama-worker-3 --namespace=training --container=train --previous=true",
            "kubectl describe pod llama-worker-3 --namespace=training");
    assertThat(diagnose("kubectl:training/gone"))
        .isEqualTo(
            new Ended(
                2,
                "faultbook: cannot read kubectl:training/gone: kubectl: Error from server (NotFound):"
                    + " pods \"gone\" not found (exit code 1)\n"));
  }

  @Test
  void ofAJobThatIsOverAccountingNamesTheFiles() throws Exception {
    Files.writeString(folder.resolve("12.out"), "step 1\n");
    Files.write(folder.resolve("12.err"), TestClient.log());
    Ended ended = diagnose("slurm:12");
    assertThat(ended.out()).contains(CAUSE, "12.err");
    assertThat(told().lines())
        .containsExactly(
            "scontrol show job 12",
            "sacct --jobs=12 --allocations --noheader --parsable2 --expand-patterns --format=StdOut",
            "sacct --jobs=12 --allocations --noheader --parsable2 --expand-patterns --format=StdErr");
    // A device, an unknown job, an old sacct; the output of a job that this machine does not have.
    assertThat(diagnose("slurm:13").out())
        .isEqualTo("faultbook: cannot read slurm:13: there is no file /dev/null on this machine\n");
    assertThat(diagnose("slurm:15").out())
        .isEqualTo("faultbook: cannot read slurm:15: Slurm names no output of this job\n");
    assertThat(diagnose("slurm:14").out())
        .contains(
            "scontrol: slurm_load_jobs error: Invalid job id specified (exit code 1); ",
            "sacct: sacct: fatal: Invalid field requested: \"StdOut\"");
    Ended away = diagnose("slurm:4711");
    assertThat(away.status()).isEqualTo(2);
    assertThat(away.out()).contains("there is no file " + folder + "/slurm 4711.out");
  }

  @Test
  void whatFetchesAnObjectIsAwsOrS5cmd() throws Exception {
    Ended none = diagnose("s3://runs/none.log");
    assertThat(none.status()).isEqualTo(2);
    assertThat(none.out()).contains("aws: fatal error: An error occurred (404)", "does not exist");
    Path bin = Files.createDirectories(folder.resolve("bin"));
    Path s5cmd = bin.resolve("s5cmd");
    Files.writeString(
        s5cmd, "#!/bin/sh\n[ \"$*\" = 'cat --raw s3://runs/a*.log' ] && cat \"$LOG\"\n");
    assertThat(s5cmd.toFile().setExecutable(true)).isTrue();
    for (String tool : List.of("cat", "env", "sh")) {
      Files.createSymbolicLink(bin.resolve(tool), Path.of("/bin", tool));
    }
    Map<String, String> alone = Map.of("PATH", bin.toString());
    assertThat(bash("faultbook diagnose 's3://runs/a*.log'", alone).out()).contains(CAUSE);
    Files.delete(s5cmd);
    assertThat(bash("faultbook diagnose s3://runs/a.log", alone).out())
        .contains("neither aws nor s5cmd is installed");
    assertThat(bash("faultbook diagnose kubectl:a/b", alone).out())
        .isEqualTo(
            "faultbook: cannot read kubectl:a/b: kubectl is not installed, or not on PATH\n");
  }

  @Test
  void theAnswerNamesWhatLokiWasNotAskedFor() throws Exception {
    try (TestLoki loki = new TestLoki()) {
      long time = Instant.parse("2026-11-21T03:00:00Z").getEpochSecond() * 1_000_000_000;
      for (int i = 0; i < 100_010; i++) {
        loki.push(Map.of("job", "llama"), time + i * 1_000_000L, "step " + i);
      }
      loki.pushAll(Map.of("job", "llama"), time + 100_010 * 1_000_000L, TestClient.log());
      String query = "?query={job=\"llama\"}&start=2026-11-21T02:00:00Z&end=2026-11-21T04:00:00Z";
      String address = "'loki+http://" + loki.host() + query + "'";
      Ended bad = bash("faultbook diagnose " + address, Map.of());
      assertThat(bad.out()).contains(CAUSE, "Not read: 1: Loki, before 2026-11-21T03:00:00.");
      Ended good = bash("faultbook compare " + address + " train.log", Map.of());
      assertThat(good.out()).contains("Not read of GOOD: Loki, before 2026-11-21T03:00:00.");
      // All that there is.
      Ended all = bash("faultbook diagnose " + address.replace("02:00", "03:01"), Map.of());
      assertThat(all.out()).contains(CAUSE).doesNotContain("Not read");
    }
  }

  @Test
  void aProgramThatDoesNotEndIsEndedWithAllThatItStarted() {
    long start = System.nanoTime();
    LogProgram slow =
        new LogProgram(
            List.of(STAND_INS.resolve("aws").toString(), "s3", "cp", "s3://runs/slow", "-"),
            Duration.ofMillis(500));
    assertThatThrownBy(slow::print).hasMessageEndingWith("aws did not end within 0 s");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kubectl:llama-worker-3",
        "kubectl:training/",
        "kubectl:/llama",
        "kubectl:-n/llama",
        "kubectl:training/-f",
        "kubectl:training/../x",
        "kubectl:training/a/b",
        "kubectl:training/a b",
        "kubectl:Training/a",
        "slurm:",
        "slurm:-M",
        "slurm:17,18",
        "slurm:abc",
        "slurm:1111111111111111111111111",
        "s3://runs",
        "s3://runs/",
        "s3://runs/folder/",
        "s3:/runs/a",
        "s3:runs/a",
        "s3://-x/a",
        "s3://RUNS/a",
        "s3://runs/a\nb",
        "loki://",
        "loki://loki",
        "loki://loki?since=1h",
        "loki:query",
        "loki+http:///x?query={}",
        "loki+http://l?query={}&since=long",
        "loki+http://l?query={}&start=yesterday",
        "loki+http://l?query={}&start=2026-11-21T04:00:00Z&end=2026-11-21T03:00:00Z",
        "loki+http://l?query=%zz"
      })
  void whatIsNoAddressIsRefusedBeforeAnythingRuns(String address) {
    assertThatThrownBy(() -> LogAddress.parse(address))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("expected ");
  }

  @Test
  void otherNamesAreThoseOfFiles() throws Exception {
    for (String name : List.of("train.log", "C:/train.log", "a:b", "-", "kubectl", "s3")) {
      assertThat(LogAddress.parse(name)).isEmpty();
    }
    assertThat(LogAddress.parse("slurm:17_3")).contains(new SlurmJob("17_3"));
    assertThat(LogAddress.parse("loki://l:1/p?query={a=\"b\"}|=\"c=d\"&since=6h").orElseThrow())
        .asString()
        .contains("server=https://l:1/p", "query={a=\"b\"}|=\"c=d\"");
    // A file of that name comes first.
    Ended ended = bash("cp train.log slurm:17; faultbook diagnose slurm:17", Map.of());
    assertThat(ended.out()).contains(CAUSE);
    assertThat(folder.resolve("told")).doesNotExist();
  }
}
