package dev.faultbook.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.faultbook.TestClient;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;

/**
 * Runs every line of the page about hooks, with stand-ins for Slurm, systemd and the pipelines, and
 * the hooks for Slurm and torch with the real ones where they are installed.
 */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = TestClient.CONTENT)
@EnabledOnOs(OS.LINUX)
class HooksTests {
  private static final Path FILES = Path.of("src/test/resources/hooks").toAbsolutePath();
  private static final String CAUSE = "/dev/shm is too small";

  @TempDir private Path folder;
  @LocalServerPort private int port;

  @BeforeEach
  void aFailedRun() throws IOException {
    Files.write(folder.resolve("train.log"), TestClient.log());
    Files.write(folder.resolve("failed.log"), TestClient.log());
    Files.createDirectories(folder.resolve("etc/slurm"));
    Files.createDirectories(folder.resolve("etc/systemd/system"));
  }

  /** The n-th block of a language in the page, with addresses and folders of the test. */
  private String block(String page, String kind, int n) throws IOException {
    String text = Files.readString(Path.of("src/main/resources/docs/hooks." + page + ".md"));
    String start = "```" + kind + "\n";
    int from = -1;
    for (int i = 0; i <= n; i++) {
      from = text.indexOf(start, from + 1);
    }
    return text.substring(from + start.length(), text.indexOf("\n```\n", from))
        .replace("localhost:8080", "127.0.0.1:" + port)
        .replace("/etc/", folder + "/etc/");
  }

  /** Runs a script in the folder of the test; standard error goes to the same stream. */
  private String run(String script, Map<String, String> environment) throws Exception {
    ProcessBuilder shell = new ProcessBuilder("bash", "-c", script);
    shell.environment().put("PATH", FILES.resolve("bin") + ":" + System.getenv("PATH"));
    shell.environment().putAll(environment);
    Process process = shell.directory(folder.toFile()).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    process.waitFor();
    return out;
  }

  private String told() throws IOException {
    Path file = folder.resolve("told");
    String text = Files.exists(file) ? Files.readString(file) : "";
    Files.deleteIfExists(file);
    return text;
  }

  @ParameterizedTest
  @ValueSource(strings = {"en", "zh"})
  void slurm(String language) throws Exception {
    Path output = folder.resolve("slurm 7.out");
    Path why = folder.resolve("slurm 7.out.why");
    Map<String, String> job = Map.of("OUTPUT", output.toString());
    String out = run("set -e\n" + block(language, "bash", 0), job);
    assertThat(told()).as(out).startsWith("scontrol update JobId=7 Comment=" + CAUSE);
    assertThat(why).content().startsWith(CAUSE).contains("\n");
    assertThat(folder.resolve("etc/slurm/slurm.conf"))
        .hasContent("EpilogSlurmctld=" + folder + "/etc/slurm/faultbook.sh");

    // What is there stays; the comment of a job that has ended goes to slurmdbd.
    Files.writeString(why, "mine");
    String hook = "SLURM_JOB_ID=7 SLURM_JOB_UID=$(id -u) etc/slurm/faultbook.sh";
    run("ENDED=1 " + hook, job);
    assertThat(told()).startsWith("sacctmgr -iQ modify job where jobid=7 set Comment=" + CAUSE);
    assertThat(why).hasContent("mine");
    // The file of somebody else is not read, whatever the job calls its output.
    run("SLURM_JOB_ID=7 SLURM_JOB_UID=12345 etc/slurm/faultbook.sh", job);
    assertThat(told()).isEmpty();
    // EpilogSlurmctld returns at once, and a job that ended well is not looked at.
    String epilog = "SLURM_SCRIPT_CONTEXT=epilog_slurmctld SLURM_JOB_EXIT_CODE=";
    run(epilog + "0 " + hook, job);
    Files.delete(why);
    run(
        epilog + "256 " + hook + "; for _ in $(seq 100); do [ -s slurm*.why ] || sleep 0.2; done",
        job);
    assertThat(why).content().startsWith(CAUSE);
    assertThat(told().lines()).hasSize(1);
  }

  @Test
  void slurmItself() throws Exception {
    boolean installed =
        Stream.of("slurmctld", "slurmd", "munged").allMatch(HooksTests::isInstalled);
    assumeTrue(
        installed && System.getProperty("user.name").equals("root"),
        "skipped: needs slurmctld, slurmd and munged, and to run as root");
    run(block("en", "bash", 0).lines().limit(2).reduce("", (a, b) -> a + "\n" + b), Map.of());
    String out =
        run(
            "PATH=${PATH#*:}; bash %s/slurm-trial.sh $PWD/slurm $PWD/etc/slurm/faultbook.sh $PWD/train.log"
                .formatted(FILES),
            Map.of());
    assertThat(out.strip()).endsWith("(proven)").contains("Comment=" + CAUSE);
    for (String job : List.of("batch", "step")) {
      assertThat(folder.resolve("slurm/" + job + ".log.why")).content().startsWith(CAUSE);
    }
  }

  private static boolean isInstalled(String program) {
    return Stream.of((System.getenv("PATH") + ":/usr/sbin").split(":", -1))
        .anyMatch(folder -> new File(folder, program).canExecute());
  }

  @ParameterizedTest
  @ValueSource(strings = {"en", "zh"})
  void pipelines(String language) throws Exception {
    run(block(language, "bash", 1), Map.of());
    Map<?, ?> action = map(yaml(folder.resolve(".github/actions/faultbook/action.yml")));
    Map<?, ?> step = map(((List<?>) map(action.get("runs")).get("steps")).getFirst());
    List<?> use =
        (List<?>)
            new Load(LoadSettings.builder().build()).loadFromString(block(language, "yaml", 0));
    run(map(use.getFirst()).get("run").toString(), Map.of());
    assertThat(map(use.get(1)).get("uses")).isEqualTo("./.github/actions/faultbook");
    String log = map(map(use.get(1)).get("with")).get("log").toString();
    assertThat(map(step.get("env")).values().toString())
        .isEqualTo("[${{ inputs.log }}, ${{ inputs.key }}]");
    String out =
        run(
            step.get("run").toString(),
            Map.of("LOG", log, "KEY", "none", "GITHUB_STEP_SUMMARY", "summary.md"));
    assertThat(folder.resolve("summary.md")).hasContent(out).content().contains(CAUSE, "**");

    Map<?, ?> job = map(map(yaml(folder.resolve("faultbook.gitlab-ci.yml"))).get(".faultbook"));
    Map<?, ?> user =
        map(
            map(new Load(LoadSettings.builder().build()).loadFromString(block(language, "yaml", 1)))
                .get("train"));
    assertThat(user.get("extends")).isEqualTo(".faultbook");
    String script =
        String.join("\n", ((List<?>) user.get("script")).stream().map(Object::toString).toList());
    run(script, Map.of());
    String after = ((List<?>) job.get("after_script")).getFirst().toString();
    Map<String, String> set = Map.of("LOG", map(job.get("variables")).get("LOG").toString());
    assertThat(run("CI_JOB_STATUS=success; " + after, set)).isEmpty();
    assertThat(run("CI_JOB_STATUS=failed; FAULTBOOK_KEY=none; " + after, set)).contains(CAUSE);
    assertThat(folder.resolve("faultbook.md")).content().contains(CAUSE);
  }

  private static Object yaml(Path file) throws IOException {
    return new Load(LoadSettings.builder().build()).loadFromString(Files.readString(file));
  }

  private static Map<?, ?> map(Object value) {
    return (Map<?, ?>) value;
  }

  @ParameterizedTest
  @ValueSource(strings = {"en", "zh"})
  void torchrun(String language) throws Exception {
    run(block(language, "bash", 2), Map.of());
    Files.writeString(folder.resolve("train.py"), block(language, "python", 0) + "\n");
    String python = "PATH=/usr/bin:${PATH#*:}; python3 ";
    if (!run(python + "-c 'import torch'", Map.of()).isEmpty()) {
      Path errors = folder.resolve("torch/distributed/elastic/multiprocessing/errors.py");
      Files.createDirectories(errors.getParent());
      Files.copy(FILES.resolve("errors.py"), errors);
    }
    String out = run(python + "train.py", Map.of("RANK", "3", "TORCHELASTIC_ERROR_FILE", "e.json"));
    assertThat(out).containsSubsequence("rank 3", "FileNotFoundError", "Traceback (most recent");
    assertThat(folder.resolve("e.json")).content().contains("FileNotFoundError");
    String away =
        run(
            python + "train.py",
            Map.of("FAULTBOOK", "http://127.0.0.1:1", "TORCHELASTIC_ERROR_FILE", "e.json"));
    assertThat(away).contains("faultbook: ", "FileNotFoundError: /data/labels.json");
  }

  @ParameterizedTest
  @ValueSource(strings = {"en", "zh"})
  void systemd(String language) throws Exception {
    run(block(language, "bash", 3), Map.of());
    assertThat(told())
        .contains("systemctl daemon-reload", "[Unit]\nOnFailure=faultbook@%n.service\n")
        .endsWith("journalctl -u faultbook@train.service\n");
    Path unit = folder.resolve("etc/systemd/system/faultbook@.service");
    String start =
        Files.readAllLines(unit).stream()
            .filter(line -> line.startsWith("ExecStart="))
            .findFirst()
            .orElseThrow();
    // As systemd reads it.
    String command =
        start.substring("ExecStart=".length()).replace("$$", "$").replace("%i", "train.service");
    assertThat(run(command, Map.of())).startsWith(CAUSE);
    assertThat(told()).startsWith("journalctl -u train.service -n 20000");
    if (isInstalled("systemd-analyze")) {
      String found =
          run(
              "systemd-analyze verify --man=no faultbook@train.service 2>&1 | grep faultbook",
              Map.of("SYSTEMD_UNIT_PATH", unit.getParent() + ":"));
      assertThat(found).isEmpty();
    }
  }
}
