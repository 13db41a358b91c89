package dev.faultbook.web;

import dev.faultbook.log.WordLists;
import dev.faultbook.server.RefusalReason;
import dev.faultbook.server.RefusedException;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.util.DigestUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/**
 * The guide to a hanging job, the script that collects the facts of a machine with the page that
 * explains it, a page for each way in, and the files of those that are hooks.
 */
@Controller
class GuidePages {
  private static final MediaType SHELL =
      new MediaType("text", "x-shellscript", StandardCharsets.UTF_8);
  private static final String PLACE = "@BASE@";
  private static final String OWN = "http://localhost:8080";

  /** The steps of the guide to a hanging job, in order. */
  private static final List<Step> STEPS =
      List.of(
          new Step("logs", "torchrun --log-dir logs --redirects 3 --nproc_per_node=8 train.py"),
          new Step("silent", "sudo dmesg -T | tail -n 300"),
          new Step("error", ""),
          new Step(
              "stacks",
              "for p in $(pgrep -f train.py); do py-spy dump --pid $p; done > stacks-$(hostname).txt"),
          new Step(
              "recorder",
              "export TORCH_NCCL_TRACE_BUFFER_SIZE=2000\nexport TORCH_NCCL_DUMP_ON_TIMEOUT=1"),
          new Step("busy", ""),
          new Step("network", "NCCL_DEBUG=INFO torchrun --nproc_per_node=8 train.py"));

  /** Collects the stacks, recordings and machines of all nodes of a Slurm job. */
  private static final String COLLECT =
      """
      curl -fsS %s/collect-hang.sh > collect-hang.sh
      srun --overlap --jobid=JOBID --ntasks-per-node=1 sh collect-hang.sh hang
      tar czf hang.tar.gz hang && curl --data-binary @hang.tar.gz %s/
      """
          .formatted(OWN, OWN)
          .strip();

  private final String script = WordLists.readText(GuidePages.class, "/scripts/collect.sh");
  private final String hangScript =
      WordLists.readText(GuidePages.class, "/scripts/collect-hang.sh");

  @GetMapping("/collect.sh")
  ResponseEntity<byte[]> script() {
    return toAnswer(script, SHELL);
  }

  /** The script that collects what tells who is awaited, on each node of a job that hangs. */
  @GetMapping("/collect-hang.sh")
  ResponseEntity<byte[]> hangScript() {
    return toAnswer(hangScript, SHELL);
  }

  /**
   * A file that carries Faultbook to where jobs run, as {@code /docs/hooks} says; it names this
   * server.
   */
  @GetMapping("/hooks/{file:[a-z_@]+\\.[a-z]+}")
  ResponseEntity<byte[]> hook(@PathVariable String file) {
    if (GuidePages.class.getResource("/hooks/" + file) == null) {
      throw new RefusedException(RefusalReason.PAGE);
    }
    return toAnswer(
        WordLists.readText(GuidePages.class, "/hooks/" + file),
        new MediaType(MediaType.TEXT_PLAIN, StandardCharsets.UTF_8));
  }

  private static ResponseEntity<byte[]> toAnswer(String script, MediaType type) {
    byte[] filled = script.replace(PLACE, baseUrl()).getBytes(StandardCharsets.UTF_8);
    return ResponseEntity.ok()
        .contentType(type)
        .cacheControl(CacheControl.noCache().cachePrivate())
        .varyBy("Host")
        .eTag(DigestUtils.md5DigestAsHex(filled))
        .body(filled);
  }

  @GetMapping("/collect")
  String collect(Model model) {
    model.addAttribute("script", script.replace(PLACE, baseUrl()));
    return "collect";
  }

  /**
   * A question with the meaning of its answer.
   *
   * @param name part of the message keys
   * @param command what to run; may be empty
   */
  record Step(String name, String command) {}

  /** The guide from the logs of all ranks to the rank that the others wait for. */
  @GetMapping("/hang")
  String hang(Model model) {
    model.addAttribute("steps", STEPS);
    model.addAttribute("collect", COLLECT.replace(OWN, baseUrl()));
    return "hang";
  }

  /**
   * What a language model should know of this server.
   *
   * @see <a href="https://llmstxt.org/">The form</a>
   */
  @GetMapping(value = "/llms.txt", produces = "text/plain;charset=UTF-8")
  @ResponseBody
  String forModels() {
    return WordLists.readText(GuidePages.class, "/llms.txt").replace(OWN, baseUrl());
  }

  /** The list of the ways in. */
  @GetMapping("/docs")
  String docs(HttpServletRequest request, Model model) {
    return docs("index", request, model);
  }

  /**
   * How to use one way in: the file {@code docs/DOOR.LANGUAGE.md}, whose first line is the title.
   * Its commands name this server.
   */
  @GetMapping("/docs/{door:[a-z]+}")
  String docs(@PathVariable String door, HttpServletRequest request, Model model) {
    String file = "/docs/" + door + "." + LanguageResolver.resolveLanguage(request).tag() + ".md";
    if (GuidePages.class.getResource(file) == null) {
      throw new RefusedException(RefusalReason.PAGE);
    }
    String text = WordLists.readText(GuidePages.class, file).replace(OWN, baseUrl());
    int line = text.indexOf('\n');
    model.addAttribute("title", text.substring("# ".length(), line));
    model.addAttribute("text", text.substring(line));
    model.addAttribute("index", door.equals("index"));
    return "docs";
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
