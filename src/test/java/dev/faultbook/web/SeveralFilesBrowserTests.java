package dev.faultbook.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.FilePayload;
import dev.faultbook.TestClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.SpringBootTest;

/** Uploads the logs of a job's ranks together, some as files and some in an archive. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = TestClient.CONTENT)
class SeveralFilesBrowserTests extends InChromium {
  @ParameterizedTest
  @CsvSource({"true, en", "false, en", "true, zh"})
  void filesOfRanksAndAnArchiveAreOneLog(boolean scripts, String lang) throws IOException {
    boolean zh = lang.equals("zh");
    try (BrowserContext context = chromium.context(1280, lang, "light", scripts)) {
      Page page = context.newPage();
      page.navigate(at("/"));
      page.locator("input[type=file]").setInputFiles(files());
      // With scripts, files are sent as soon as they are selected.
      if (!scripts) {
        page.locator("#paste button[type=submit]").click();
      }

      assertThat(page.locator("h1")).hasText(zh ? "/dev/shm 太小" : "/dev/shm is too small");
      assertThat(page.locator(".ranks__first strong"))
          .hasText(zh ? Pattern.compile("rank 3.*最先") : Pattern.compile("^Rank 3 .*failed first$"));
      assertThat(page.locator(".ranks table tbody tr").first()).isVisible();
      assertThat(page.locator("#L" + evidenceLine() + " mark").first()).hasClass("mark--root");
      assertThat(page.locator("#skipped code")).hasText(new String[] {"job/core.4711"});
    }
  }

  @ParameterizedTest
  @CsvSource({"1280", "390"})
  void droppedFilesAreSentTogether(int width) throws IOException {
    try (BrowserContext context = chromium.context(width, "en", "dark", true)) {
      Page page = context.newPage();
      page.navigate(at("/"));
      page.evaluate(
          """
          async (files) => {
            const all = new DataTransfer();
            for (const f of files) {
              const bytes = Uint8Array.from(atob(f.data), (c) => c.charCodeAt(0));
              all.items.add(new File([bytes], f.name, { type: f.type }));
            }
            for (const kind of ["dragover", "drop"]) {
              document.querySelector("#log").dispatchEvent(
                new DragEvent(kind, { dataTransfer: all, bubbles: true, cancelable: true }));
            }
          }
          """,
          Arrays.stream(files())
              .map(
                  f ->
                      Map.of(
                          "name", f.name,
                          "type", f.mimeType,
                          "data", Base64.getEncoder().encodeToString(f.buffer)))
              .toList());
      assertThat(page.locator("h1")).hasText("/dev/shm is too small");
      assertThat(page.locator(".ranks__first strong"))
          .hasText(Pattern.compile("^Rank 3 .*failed first$"));
      Object overflow =
          page.evaluate(
              "document.documentElement.scrollWidth - document.documentElement.clientWidth");
      assertThat(overflow).isEqualTo(0);
    }
  }

  /**
   * Returns the line number of the evidence. In the order of names, only rank 2's file in the
   * archive precedes it.
   */
  private static long evidenceLine() {
    long line =
        new String(TestClient.log(), UTF_8)
            .lines()
            .takeWhile(l -> !l.contains("/dev/shm/nccl"))
            .count();
    return 2 + line + 1;
  }

  private static FilePayload[] files() throws IOException {
    byte[] quiet = "step 1 loss 2.3\nstep 2 loss 2.2\n".getBytes(UTF_8);
    Map<String, byte[]> packed = new LinkedHashMap<>();
    packed.put("job/core.4711", new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1, 0, 0, 0, 0, 0});
    packed.put("job/rank_3.log", TestClient.log());
    packed.put("job/rank_2.log", quiet);
    return new FilePayload[] {
      new FilePayload("rank_1.log", "text/plain", quiet),
      new FilePayload("rest.tar.gz", "application/gzip", TestClient.gzip(tar(packed))),
      new FilePayload("rank_0.log", "text/plain", quiet)
    };
  }

  private static byte[] tar(Map<String, byte[]> files) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(out, "UTF-8")) {
      for (var file : files.entrySet()) {
        TarArchiveEntry entry = new TarArchiveEntry(file.getKey(), true);
        entry.setSize(file.getValue().length);
        tar.putArchiveEntry(entry);
        tar.write(file.getValue());
        tar.closeArchiveEntry();
      }
    }
    return out.toByteArray();
  }
}
