package dev.faultbook.web;

import dev.faultbook.TestClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Supplies pages of every kind, in each state that looks different. */
final class PageKinds {
  private static final String FORM = "multipart/form-data; boundary=b";

  private PageKinds() {}

  /** Returns the paths of pages that need no input, by name. */
  static Map<String, String> addresses() {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("front", "/");
    all.put("front-sample", "/?sample=1");
    all.put("browse", "/entries");
    all.put("browse-narrowed", "/entries?kind=cause&component=nccl");
    all.put("browse-nothing", "/entries?kind=benign&component=driver");
    all.put("entry-cause", "/entries/shm-full");
    all.put("entry-filled", "/entries/shm-full?v.size=9637888");
    all.put("entry-symptom", "/entries/system-error");
    all.put("entry-benign", "/entries/no-plugin");
    all.put("search-empty", "/search");
    all.put("search-hits", "/search?q=shared+memory");
    all.put("search-none", "/search?q=qqqqqq");
    all.put("fit-empty", "/compatibility");
    all.put("fit-broken", "/compatibility?gpu=RTX+5090&driver=535.129.03&torch=2.0.0%2Bcu118");
    all.put("fit-ok", "/compatibility?gpu=H100&driver=570.26&torch=2.7.1");
    all.put("fit-unknown", "/compatibility?gpu=RTX+9090&torch=2.7.1%2Bcpu");
    all.put("fit-driver", "/compatibility?gpu=H100&driver=470.1&torch=2.7.1");
    all.put("codes", "/codes");
    all.put("codes-family", "/codes/xid");
    all.put("codes-renumbered", "/codes/exit");
    all.put("codes-narrowed", "/codes/xid?q=context");
    all.put("codes-nothing", "/codes/xid?q=qqqqqq");
    all.put("code", "/codes/xid/109");
    all.put("code-cases", "/codes/xid/154");
    all.put("code-explained", "/codes/exit/139");
    all.put("search-code", "/search?q=xid109+timeout+again");
    all.put("compare", "/compare");
    all.put("collect", "/collect");
    all.put("hang", "/hang");
    all.put("docs", "/docs");
    all.put("docs-rest", "/docs/rest");
    all.put("docs-batch", "/docs/batch");
    all.put("docs-mcp", "/docs/mcp");
    all.put("docs-chat", "/docs/chat");
    all.put("jobs", "/jobs");
    all.put("stats", "/stats");
    all.put("stats-year", "/stats?days=365");
    all.put("entry-thanks", "/entries/shm-full?thanks=1");
    all.put("gone", "/nothing");
    all.put("saved-gone", "/d/aaaaaaaaaaaaaaaaaaaaaaaaaa");
    all.put("delete", "/d/aaaaaaaaaaaaaaaaaaaaaaaaaa/delete?token=x");
    return all;
  }

  /** Returns logs whose result pages look different, by name. */
  static Map<String, byte[]> logs() {
    Map<String, byte[]> all = new LinkedHashMap<>();
    all.put("result", TestClient.log());
    all.put("result-none", bytes("step 1\nRuntimeError: shared memory\nbye\n"));
    all.put(
        "result-harmless",
        bytes("step 1\nNCCL INFO NET/Plugin: Could not find: libnccl-net.so.\n"));
    all.put("result-machine", bytes("# faultbook collect 1\n\n== gpu ==\nnvidia_smi: not found\n"));
    all.put("result-code", bytes("NVRM: Xid (PCI:0000:3b:00): 109, pid=1\nexit code 139\n"));
    all.put(
        "result-repeated",
        bytes(
            "Nov 20 01:10:00 n3 kernel: NVRM: Xid (PCI:0000:3b:00): 109, pid=1\n"
                + "Nov 20 02:10:00 n3 kernel: NVRM: Xid (PCI:0000:3b:00): 109, pid=2\n"
                + "Nov 20 03:10:00 n3 kernel: NVRM: Xid (PCI:0000:3b:00): 109, pid=3\n"));
    all.put("result-healthy", bytes("NCCL INFO NET/Plugin: Could not find: libnccl-net.so.\n"));
    all.put("result-completed", bytes("step 1 loss 2.3\nstep 2 loss 2.2\ntraining finished\n"));
    all.put("result-stopped", bytes("step 1 loss 2.3\nstep 2 loss 2.2\n"));
    all.put(
        "result-ranks",
        bytes(
            """
            [rank0]: 2026-11-20 03:00:01.000 INFO step 1
            [rank1]: 2026-11-20 03:00:01.010 INFO step 1
            [rank1]: 2026-11-20 03:00:02.000 RuntimeError: what rank 1 met
            [rank0]: 2026-11-20 03:00:03.000 INFO step 2
            """));
    all.put("result-empty", new byte[0]);
    return all;
  }

  /** Returns pairs of logs whose comparison pages look different, by name; good log first. */
  static Map<String, List<byte[]>> pairs() {
    Map<String, List<byte[]>> all = new LinkedHashMap<>();
    all.put("compared", List.of(file("barrier-good.log"), file("barrier-bad.log")));
    all.put("compared-steps", List.of(file("fabric-good.log"), file("fabric-bad.log")));
    all.put(
        "compared-cause", List.of(bytes("torch 2.1.0+cu121\nall went well\n"), TestClient.log()));
    all.put("compared-same", List.of(TestClient.log(), TestClient.log()));
    all.put("compared-half", List.of(TestClient.log(), new byte[0]));
    return all;
  }

  /** Posts two logs and returns the comparison page. */
  static HttpResponse<String> compare(TestClient client, List<byte[]> pair, String lang) {
    byte[] first = TestClient.form("b", "good", pair.getFirst());
    byte[] second = TestClient.form("b", "bad", pair.getLast());
    int kept = first.length - "--b--\r\n".length();
    byte[] both = Arrays.copyOf(first, kept + second.length);
    System.arraycopy(second, 0, both, kept, second.length);
    return client.post(
        "/compare?lang=" + lang, both, "Content-Type", FORM, "Accept", "text/html,*/*");
  }

  private static byte[] file(String name) {
    try {
      return Files.readAllBytes(Path.of("src/test/resources/comparison", name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Posts a log and returns the result page. */
  static HttpResponse<String> paste(TestClient client, byte[] log, String lang) {
    return client.post(
        "/?lang=" + lang,
        TestClient.form("b", "log", log),
        "Content-Type",
        FORM,
        "Accept",
        "text/html,*/*");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
