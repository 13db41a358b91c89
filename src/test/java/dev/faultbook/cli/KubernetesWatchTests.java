package dev.faultbook.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.faultbook.TestClient;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.KnowledgeReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;

/** Watches a server that answers as Kubernetes' API does. */
@Timeout(120)
class KubernetesWatchTests {
  private static final String CAUSE = "/dev/shm is too small";
  private static final String PODS = "/api/v1/pods?labelSelector=";
  private static final InetSocketAddress ANY =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  @TempDir private Path folder;

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private TestKubernetes cluster;
  private Diagnoser diagnoser;

  @BeforeEach
  void aCluster() throws IOException {
    cluster = new TestKubernetes(HttpServer.create(ANY, 0));
    diagnoser = new Diagnoser(KnowledgeReader.open(List.of(Path.of("src/test/resources/doors"))));
  }

  @AfterEach
  void end() {
    cluster.close();
  }

  private static String pod(String name, String owner, String metadata, String statuses) {
    return """
    {"apiVersion": "v1", "kind": "Pod",
     "metadata": {"name": "%s", "namespace": "training", "uid": "uid-%s"%s,
       "ownerReferences": [{"apiVersion": "batch/v1", "kind": "%s", "name": "llama"}]},
     "status": {"phase": "Running", "containerStatuses": [%s]}}
    """
        .formatted(name, name, metadata, owner, statuses);
  }

  private static String ended(String state, String id, int exit, String reason) {
    return """
    "%s": {"terminated": {"exitCode": %d, "reason": "%s", "containerID": "containerd://%s",
      "startedAt": "2026-11-21T03:40:02Z", "finishedAt": "2026-11-21T03:43:11Z"}}
    """
        .formatted(state, exit, reason, id);
  }

  private static String restarted(String id) {
    return "{\"name\": \"train\", \"restartCount\": 1, \"state\": {\"running\": {}}, "
        + ended("lastState", id, 1, "Error")
        + "}";
  }

  private static String failed(String id, int exit, String reason) {
    return "{\"name\": \"train\", \"lastState\": {}, " + ended("state", id, exit, reason) + "}";
  }

  private KubernetesWatcher watcher(KubernetesApi api) {
    PrintStream out = new PrintStream(said, true, UTF_8);
    return new KubernetesWatcher(api, diagnoser, Language.EN, out, out);
  }

  private void lookOnce() throws Exception {
    try (KubernetesApi api = KubernetesApi.through(URI.create(cluster.url()))) {
      watcher(api).look(PODS);
    }
  }

  private static void await(BooleanSupplier what) throws InterruptedException {
    while (!what.getAsBoolean()) {
      Thread.sleep(20);
    }
  }

  private List<String> asked(String part) {
    return cluster.asked().stream().filter(request -> request.contains(part)).toList();
  }

  @Test
  void theCauseStandsInAnEventAndAnAnnotationOnceHoweverOftenItStarts() throws Exception {
    cluster.put(pod("llama-0", "PyTorchJob", "", restarted("6f2b")));
    cluster.put(pod("llama-1", "Job", "", "{\"name\": \"train\", \"state\": {\"running\": {}}}"));
    cluster.put(pod("llama-2", "Job", "", failed("77aa", 1, "Error")));
    cluster.putLog("training/llama-0/train/previous", TestClient.log());
    cluster.putLog("training/llama-2/train", TestClient.log());
    lookOnce();
    assertThat(cluster.annotations("training/llama-0").path("faultbook.dev/cause").asString())
        .contains(CAUSE, "(proven)");
    assertThat(cluster.annotations("training/llama-0").path("faultbook.dev/diagnosed").asString())
        .isEqualTo("containerd://6f2b");
    assertThat(cluster.annotations("training/llama-1").size()).isZero();
    assertThat(cluster.events()).hasSize(2);
    JsonNode event =
        cluster.events().values().stream()
            .filter(one -> one.at("/involvedObject/name").asString().equals("llama-0"))
            .findFirst()
            .orElseThrow();
    assertThat(event.at("/involvedObject/uid").asString()).isEqualTo("uid-llama-0");
    assertThat(event.path("reason").asString()).isEqualTo("CauseFound");
    assertThat(event.path("message").asString())
        .startsWith(CAUSE)
        .contains("--shm-size")
        .hasSizeLessThanOrEqualTo(1000);
    assertThat(asked("/log?"))
        .containsExactly(
            "GET /api/v1/namespaces/training/pods/llama-0/log?container=train&previous=true"
                + "&tailLines=100000&limitBytes=33554432",
            "GET /api/v1/namespaces/training/pods/llama-2/log?container=train&previous=false"
                + "&tailLines=100000&limitBytes=33554432");
    assertThat(said.toString(UTF_8)).contains("training/llama-0 train: " + CAUSE);
    // Another watcher, or the same one after a restart.
    lookOnce();
    assertThat(asked("/log?")).hasSize(2);
    assertThat(asked("POST ")).hasSize(2);
  }

  @Test
  void whatWasCutOffBetweenEventAndAnnotationIsDoneAgainWithOneEvent() throws Exception {
    cluster.put(pod("llama-0", "Job", "", restarted("6f2b")));
    cluster.putLog("training/llama-0/train/previous", TestClient.log());
    cluster.refuse("PATCH", 403);
    lookOnce();
    assertThat(said.toString(UTF_8))
        .contains("training/llama-0: Kubernetes answered with status 403: forbidden: no rights");
    assertThat(cluster.annotations("training/llama-0").size()).isZero();
    cluster.refuse("PATCH", 0);
    lookOnce();
    assertThat(cluster.annotations("training/llama-0").path("faultbook.dev/cause").asString())
        .contains(CAUSE);
    assertThat(asked("POST ")).hasSize(2);
    assertThat(cluster.events()).hasSize(1);
  }

  @Test
  void onlyFailedContainersOfJobsAreRead() throws Exception {
    cluster.put(pod("web", "ReplicaSet", "", restarted("1")));
    cluster.put(pod("done", "Job", "", failed("2", 0, "Completed")));
    String deleted = ", \"deletionTimestamp\": \"2026-11-21T03:43:11Z\"";
    cluster.put(pod("stopped", "Job", deleted, failed("3", 143, "Error")));
    cluster.put(pod("other", "Job", "", "{\"name\": \"train\", \"state\": {\"waiting\": {}}}"));
    lookOnce();
    assertThat(asked("/log?")).isEmpty();
    assertThat(cluster.events()).isEmpty();
    // One that failed by itself while it was deleted; its log is lost with its node.
    cluster.put(pod("failed", "Job", deleted, failed("4", 1, "Error")));
    lookOnce();
    JsonNode event = cluster.events().values().iterator().next();
    assertThat(event.path("reason").asString()).isEqualTo("Failed");
    assertThat(cluster.annotations("training/failed").has("faultbook.dev/cause")).isTrue();
  }

  @Test
  void whileItWatchesEachEndIsToldOnceAndLostConnectionsAreOpenedAgain() throws Exception {
    cluster.putLog("training/llama-0/train/previous", TestClient.log());
    try (KubernetesApi api = KubernetesApi.through(URI.create(cluster.url()))) {
      Thread watching =
          Thread.startVirtualThread(
              () -> {
                try {
                  watcher(api).watch(PODS);
                } catch (InterruptedException stopping) {
                  Thread.currentThread().interrupt();
                }
              });
      await(() -> cluster.watches() == 1);
      cluster.put(pod("llama-0", "Job", "", restarted("first")));
      await(() -> cluster.events().size() == 1);
      // The same end in a later change.
      cluster.put(pod("llama-0", "Job", "", restarted("first")));
      cluster.put(pod("llama-0", "Job", "", restarted("second")));
      await(() -> cluster.events().size() == 2);
      cluster.endWatches();
      await(() -> asked("watch=true").size() == 2 && cluster.watches() == 1);
      assertThat(asked("watch=true").getLast()).doesNotContain("resourceVersion=100");
      cluster.put(pod("llama-0", "Job", "", restarted("third")));
      await(() -> cluster.events().size() == 3);
      int lists = asked("limit=500").size();
      cluster.tell(
          "{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\",\"code\":410,"
              + "\"reason\":\"Expired\"}}");
      // The API ends a watch after its error.
      cluster.endWatches();
      await(() -> asked("limit=500").size() > lists && cluster.watches() == 1);
      cluster.put(pod("llama-0", "Job", "", restarted("fourth")));
      await(() -> cluster.events().size() == 4);
      await(
          () ->
              cluster
                  .annotations("training/llama-0")
                  .path("faultbook.dev/diagnosed")
                  .asString("")
                  .equals("containerd://fourth"));
      watching.interrupt();
      cluster.endWatches();
      watching.join();
    }
    assertThat(asked("/log?")).hasSize(4);
  }

  @Test
  void ofALogThatIsTooLargeTheLastLinesAreRead() throws Exception {
    byte[] filler = ("x".repeat(9_999) + "\n").repeat(4_000).getBytes(UTF_8);
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    log.writeBytes(filler);
    log.writeBytes(TestClient.log());
    cluster.put(pod("llama-0", "Job", "", restarted("6f2b")));
    cluster.putLog("training/llama-0/train/previous", log.toByteArray());
    lookOnce();
    assertThat(asked("/log?")).hasSize(3);
    assertThat(cluster.annotations("training/llama-0").path("faultbook.dev/cause").asString())
        .contains(CAUSE);
  }

  /** A certificate that only the account's file vouches for, and a token that is renewed. */
  @Test
  void aServiceAccountSignsRequests() throws Exception {
    Path store = folder.resolve("store");
    keytool("-genkeypair -keyalg EC -dname CN=api -ext san=ip:127.0.0.1 -storetype PKCS12", store);
    keytool("-exportcert -rfc -file " + folder.resolve("ca.crt"), store);
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, "password".toCharArray());
    }
    KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    own.init(keys, "password".toCharArray());
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(own.getKeyManagers(), null, null);
    HttpsServer https = HttpsServer.create(ANY, 0);
    https.setHttpsConfigurator(new HttpsConfigurator(tls));
    Files.writeString(folder.resolve("token"), "first\n");
    try (TestKubernetes secured = new TestKubernetes(https);
        KubernetesApi api =
            KubernetesApi.of(URI.create(secured.url().replace("http:", "https:")), folder)) {
      api.get("/api/v1/pods");
      Files.writeString(folder.resolve("token"), "second\n");
      api.get("/api/v1/pods");
      assertThat(secured.asked())
          .containsExactly("GET /api/v1/pods Bearer first", "GET /api/v1/pods Bearer second");
      try (KubernetesApi stranger =
          KubernetesApi.through(URI.create(secured.url().replace("http:", "https:")))) {
        assertThatThrownBy(() -> stranger.get("/api/v1/pods"))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("cannot be reached");
      }
    }
  }

  private static void keytool(String arguments, Path store) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin/keytool").toString()));
    command.addAll(List.of(arguments.split(" ")));
    command.addAll(
        List.of("-alias", "api", "-keystore", store.toString(), "-storepass", "password"));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"en", "zh"})
  @EnabledOnOs(OS.LINUX)
  void everyLineOfThePageRuns(String language) throws Exception {
    cluster.put(pod("llama-0", "Job", "", restarted("6f2b")));
    cluster.putLog("training/llama-0/train/previous", TestClient.log());
    String page =
        Files.readString(Path.of("src/main/resources/docs/kubernetes." + language + ".md"));
    for (int from = page.indexOf("```bash\n");
        from >= 0;
        from = page.indexOf("```bash\n", from + 1)) {
      String block = page.substring(from + 8, page.indexOf("\n```\n", from));
      Process shell = bash(block.replace("http://127.0.0.1:8001", cluster.url()));
      String out = new String(shell.getInputStream().readAllBytes(), UTF_8);
      assertThat(shell.waitFor()).as(block + out).isZero();
      if (block.contains("faultbook watch")) {
        assertThat(out).contains("training/llama-0 train: " + CAUSE);
      }
    }
    assertThat(cluster.events()).hasSize(1);
    assertThat(asked("limit=500").getFirst()).startsWith("GET /api/v1/namespaces/training/pods?");
  }

  /** A shell with stand-ins for curl and kubectl. */
  private Process bash(String block) throws IOException {
    Path bin = Files.createDirectories(folder.resolve("bin"));
    for (String name : List.of("curl", "kubectl")) {
      Path program = bin.resolve(name);
      Files.writeString(program, "#!/bin/sh\nexit 0\n");
      assertThat(program.toFile().setExecutable(true)).isTrue();
    }
    String script = "java=(\"$@\"); faultbook() { \"${java[@]}\" \"$@\"; }; " + block;
    ProcessBuilder shell = new ProcessBuilder("bash", "-c", script, "bash");
    shell.command().addAll(CommandProcessTests.faultbook());
    shell
        .environment()
        .put("FAULTBOOK_CONTENT", Path.of("src/test/resources/doors").toAbsolutePath().toString());
    shell.environment().put("PATH", bin + ":" + System.getenv("PATH"));
    return shell.directory(folder.toFile()).redirectErrorStream(true).start();
  }

  @Test
  void theManifestGivesNoMoreRightsThanAreUsed() throws IOException {
    String text = Files.readString(Path.of("src/main/resources/hooks/kubernetes.yaml"));
    List<Map<?, ?>> objects = new ArrayList<>();
    new Load(LoadSettings.builder().build())
        .loadAllFromString(text)
        .forEach(object -> objects.add((Map<?, ?>) object));
    assertThat(objects.stream().map(object -> String.valueOf(object.get("kind"))))
        .containsExactly(
            "Namespace", "ServiceAccount", "ClusterRole", "ClusterRoleBinding", "Deployment");
    assertThat(objects.get(2).get("rules"))
        .isEqualTo(
            List.of(
                Map.of(
                    "apiGroups",
                    List.of(""),
                    "resources",
                    List.of("pods"),
                    "verbs",
                    List.of("list", "watch", "patch")),
                Map.of(
                    "apiGroups",
                    List.of(""),
                    "resources",
                    List.of("pods/log"),
                    "verbs",
                    List.of("get")),
                Map.of(
                    "apiGroups",
                    List.of(""),
                    "resources",
                    List.of("events"),
                    "verbs",
                    List.of("create"))));
    assertThat(objects.get(4).toString())
        .contains(
            "args=[watch, kubernetes]",
            "serviceAccountName=faultbook",
            "replicas=1",
            "type=Recreate",
            "runAsNonRoot=true",
            "readOnlyRootFilesystem=true",
            "allowPrivilegeEscalation=false",
            "drop=[ALL]",
            "memory=");
  }
}
