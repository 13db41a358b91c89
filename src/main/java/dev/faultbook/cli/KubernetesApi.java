package dev.faultbook.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Kubernetes' API: from within a pod with the rights of its service account, else through what
 * signs requests itself, as {@code kubectl proxy} does. Follows no redirects.
 *
 * <p>It is the JDK's client: fabric8's would add 23 MB of jars to a package of 104 MB for a list, a
 * watch and three calls.
 *
 * @see <a href="https://kubernetes.io/docs/reference/using-api/api-concepts/">The API</a>
 */
final class KubernetesApi implements AutoCloseable {
  private static final Path ACCOUNT = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration WHOLE = Duration.ofMinutes(1);
  private static final int WATCH_SECONDS = 290;
  private static final int GONE = 410;

  private final URI server;
  private final @Nullable Path token;
  private final HttpClient http;

  private KubernetesApi(URI server, @Nullable Path token, HttpClient.Builder http) {
    this.server = server;
    this.token = token;
    this.http = http.connectTimeout(CONNECT).version(HttpClient.Version.HTTP_1_1).build();
  }

  /** Through a server that needs no credentials, such as {@code http://127.0.0.1:8001}. */
  static KubernetesApi through(URI server) {
    return new KubernetesApi(server, null, HttpClient.newBuilder());
  }

  /**
   * From within a pod.
   *
   * @throws IOException if this is no pod, or it has no service account
   */
  static KubernetesApi inCluster() throws IOException {
    String host = System.getenv("KUBERNETES_SERVICE_HOST");
    String port = System.getenv("KUBERNETES_SERVICE_PORT_HTTPS");
    if (host == null || port == null) {
      throw new IOException("this is no pod; run kubectl proxy and name it in --server");
    }
    String name = host.indexOf(':') < 0 ? host : "[" + host + "]";
    return of(URI.create("https://" + name + ":" + port), ACCOUNT);
  }

  /**
   * With the files of a service account.
   *
   * @param account the folder with {@code token}, which is renewed, and {@code ca.crt}
   */
  static KubernetesApi of(URI server, Path account) throws IOException {
    try (InputStream pem = Files.newInputStream(account.resolve("ca.crt"))) {
      KeyStore authorities = KeyStore.getInstance(KeyStore.getDefaultType());
      authorities.load(null, null);
      for (Certificate one : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
        authorities.setCertificateEntry(Integer.toString(authorities.size()), one);
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(authorities);
      SSLContext tls = SSLContext.getInstance("TLS");
      tls.init(null, trust.getTrustManagers(), null);
      return new KubernetesApi(
          server, account.resolve("token"), HttpClient.newBuilder().sslContext(tls));
    } catch (GeneralSecurityException e) {
      throw new IOException("ca.crt of the service account cannot be read", e);
    }
  }

  /** An answer that is no success. */
  static final class StatusException extends IOException {
    private static final long serialVersionUID = 1;

    private final int status;

    StatusException(int status, String why) {
      super("Kubernetes answered with status " + status + (why.isEmpty() ? "" : ": " + why));
      this.status = status;
    }

    int status() {
      return status;
    }
  }

  /** Reads a document. */
  JsonNode get(String path) throws IOException, InterruptedException {
    return parse(call(request(path).GET(), BodyHandlers.ofByteArray()));
  }

  /** Reads a text of a bounded size. */
  byte[] getBytes(String path) throws IOException, InterruptedException {
    return call(request(path).GET(), BodyHandlers.ofByteArray());
  }

  /** Creates an object. */
  void post(String path, Object body) throws IOException, InterruptedException {
    parse(send("POST", path, "application/json", body));
  }

  /** Changes the fields of an object that a document names. */
  void merge(String path, Object body) throws IOException, InterruptedException {
    parse(send("PATCH", path, "application/merge-patch+json", body));
  }

  /**
   * Reads changes for some minutes.
   *
   * @param path with a query
   * @param version after which they begin
   * @return the version of the last one; empty if the server no longer knows where to begin
   */
  String watch(String path, String version, Consumer<JsonNode> changed)
      throws IOException, InterruptedException {
    String query =
        "&watch=true&allowWatchBookmarks=true&timeoutSeconds="
            + WATCH_SECONDS
            + "&resourceVersion="
            + version;
    HttpResponse<InputStream> answer =
        http.send(request(path + query).timeout(WHOLE).build(), BodyHandlers.ofInputStream());
    try (InputStream body = answer.body()) {
      if (answer.statusCode() == GONE) {
        return "";
      }
      requireSuccess(answer.statusCode(), () -> body.readNBytes(4096));
      // A server that is gone without a word ends no stream.
      CompletableFuture.delayedExecutor(WATCH_SECONDS + WHOLE.toSeconds(), TimeUnit.SECONDS)
          .execute(() -> close(body));
      BufferedReader lines = new BufferedReader(new InputStreamReader(body, UTF_8));
      String last = version;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        JsonNode change = parse(line.getBytes(UTF_8));
        JsonNode object = change.path("object");
        if (change.path("type").asString("").equals("ERROR")) {
          return object.path("code").asInt(0) == GONE ? "" : last;
        }
        last = object.at("/metadata/resourceVersion").asString(last);
        if (!change.path("type").asString("").equals("BOOKMARK")) {
          changed.accept(object);
        }
      }
      return last;
    }
  }

  private static void close(InputStream stream) {
    try {
      stream.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private HttpRequest.Builder request(String path) throws IOException {
    String base = server.toString();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
            URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + path));
    return token == null
        ? request
        : request.header("Authorization", "Bearer " + Files.readString(token).strip());
  }

  private byte[] send(String method, String path, String type, Object body)
      throws IOException, InterruptedException {
    byte[] json = JsonMapper.shared().writeValueAsBytes(body);
    return call(
        request(path)
            .header("Content-Type", type)
            .method(method, HttpRequest.BodyPublishers.ofByteArray(json)),
        BodyHandlers.ofByteArray());
  }

  private byte[] call(HttpRequest.Builder request, BodyHandler<byte[]> handler)
      throws IOException, InterruptedException {
    CompletableFuture<HttpResponse<byte[]>> answer = http.sendAsync(request.build(), handler);
    try {
      HttpResponse<byte[]> found = answer.get(WHOLE.toMillis(), TimeUnit.MILLISECONDS);
      requireSuccess(found.statusCode(), found::body);
      return found.body();
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw new IOException("Kubernetes did not answer within " + WHOLE.toSeconds() + " s", e);
    } catch (ExecutionException e) {
      throw new IOException("Kubernetes cannot be reached: " + e.getCause(), e);
    }
  }

  private interface Body {
    byte[] read() throws IOException;
  }

  /** {@code {"kind": "Status", "message": "pods is forbidden: …", "code": 403}}. */
  private static void requireSuccess(int status, Body body) throws IOException {
    if (status / 100 == 2) {
      return;
    }
    String why;
    try {
      why = JsonMapper.shared().readTree(body.read()).path("message").asString("");
    } catch (JacksonException e) {
      why = "";
    }
    throw new StatusException(status, why);
  }

  private static JsonNode parse(byte[] body) throws IOException {
    try {
      return JsonMapper.shared().readTree(body);
    } catch (JacksonException e) {
      throw new IOException("Kubernetes did not answer in JSON", e);
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
