package dev.faultbook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** HTTP client for tests that run against a real server. */
public final class TestClient {
  /** Property for a small content folder, which is independent of the shipped content. */
  public static final String CONTENT = "faultbook.content=src/test/resources/doors";

  private static final boolean WRITE = Boolean.getBoolean("golden.write");
  private static final Path GOLDEN = Path.of("src/test/resources/doors/golden");

  private static final Map<String, ApiContract> CONTRACTS = new ConcurrentHashMap<>();

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final String base;

  public TestClient(int port) {
    this.base = "http://127.0.0.1:" + port;
  }

  /** An example log of a full {@code /dev/shm}. */
  public static byte[] log() {
    try {
      return Files.readAllBytes(
          Path.of("src/test/resources/doors/entries/shm-full/logs/docker.log"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static byte[] gzip(byte[] bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** A multipart form with several files, all in the field {@code log}. */
  public static byte[] form(String boundary, Map<String, byte[]> files) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    files.forEach(
        (name, bytes) -> {
          out.writeBytes(
              ("--"
                      + boundary
                      + "\r\nContent-Disposition: form-data; name=\"log\"; filename=\""
                      + name
                      + "\"\r\n\r\n")
                  .getBytes(StandardCharsets.UTF_8));
          out.writeBytes(bytes);
          out.writeBytes("\r\n".getBytes(StandardCharsets.UTF_8));
        });
    out.writeBytes(("--" + boundary + "--\r\n").getBytes(StandardCharsets.UTF_8));
    return out.toByteArray();
  }

  public static byte[] zip(Map<String, byte[]> files) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      for (var file : files.entrySet()) {
        zip.putNextEntry(new ZipEntry(file.getKey()));
        zip.write(file.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** A multipart form with one file. */
  public static byte[] form(String boundary, String field, byte[] file) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(
        ("--"
                + boundary
                + "\r\nContent-Disposition: form-data; name=\""
                + field
                + "\"; filename=\"train.log\"\r\nContent-Type: application/octet-stream\r\n\r\n")
            .getBytes(StandardCharsets.UTF_8));
    out.writeBytes(file);
    out.writeBytes(("\r\n--" + boundary + "--\r\n").getBytes(StandardCharsets.UTF_8));
    return out.toByteArray();
  }

  /**
   * Sends a request. A response of the REST API that violates the OpenAPI document fails the test.
   *
   * @param headers names and values in turn
   */
  public HttpResponse<String> call(String method, String path, byte[] body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(path.startsWith("http") ? path : base + path))
            .method(
                method,
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofByteArray(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    HttpResponse<String> response = send(request.build());
    if (path.startsWith("/api/v1/") || path.startsWith("/chat/")) {
      assertThat(contract().violations(method, path, response)).isEmpty();
    }
    return response;
  }

  /** The contract from the server's OpenAPI document, which is fetched once. */
  private ApiContract contract() {
    return CONTRACTS.computeIfAbsent(
        base,
        _ ->
            new ApiContract(
                send(HttpRequest.newBuilder(URI.create(base + "/v3/api-docs")).build()).body()));
  }

  private HttpResponse<String> send(HttpRequest request) {
    try {
      return client.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  public HttpResponse<String> get(String path, String... headers) {
    return call("GET", path, null, headers);
  }

  public HttpResponse<String> post(String path, byte[] body, String... headers) {
    return call("POST", path, body, headers);
  }

  /**
   * The content of a golden file, after writing {@code actual} to it with {@code
   * -Dgolden.write=true}.
   */
  public static String golden(String name, String actual) {
    Path file = GOLDEN.resolve(name);
    try {
      if (WRITE) {
        Files.createDirectories(GOLDEN);
        Files.writeString(file, actual);
      }
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
