package dev.faultbook.web;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.util.DigestUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/** The script that collects the facts of a machine, and the page that explains it. */
@Controller
class CollectPage {
  private static final MediaType SHELL =
      new MediaType("text", "x-shellscript", StandardCharsets.UTF_8);
  private static final String PLACE = "@BASE@";
  private static final String OWN = "http://localhost:8080";

  private final String script;

  CollectPage() throws IOException {
    try (InputStream in = CollectPage.class.getResourceAsStream("/scripts/collect.sh")) {
      script = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @GetMapping("/collect.sh")
  ResponseEntity<byte[]> script() {
    byte[] filled = script.replace(PLACE, baseUrl()).getBytes(StandardCharsets.UTF_8);
    return ResponseEntity.ok()
        .contentType(SHELL)
        .cacheControl(CacheControl.noCache().cachePrivate())
        .varyBy("Host")
        .eTag(DigestUtils.md5DigestAsHex(filled))
        .body(filled);
  }

  @GetMapping("/collect")
  String page(Model model) {
    model.addAttribute("script", script.replace(PLACE, baseUrl()));
    return "collect";
  }

  /** The server's address as the client sees it, but only if it is safe in a shell script. */
  private static String baseUrl() {
    String base = ServletUriComponentsBuilder.fromCurrentContextPath().build().toUriString();
    boolean plain =
        base.chars()
            .allMatch(c -> c < 128 && Character.isLetterOrDigit(c) || ":/.-_[]".indexOf(c) >= 0);
    return plain ? base : OWN;
  }
}
