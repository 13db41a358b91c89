package dev.faultbook.web;

import java.util.List;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/** The guide to a hanging job: from the logs of all ranks to the rank that the others wait for. */
@Controller
class HangPage {
  /** The steps in order, as parts of message keys. */
  private static final List<Step> STEPS =
      List.of(
          new Step("logs", "torchrun --log-dir logs --redirects 3 --nproc_per_node=8 train.py"),
          new Step("silent", "sudo dmesg -T | tail -n 300"),
          new Step("error", ""),
          new Step("stacks", "py-spy dump --pid PID"),
          new Step(
              "recorder",
              "export TORCH_NCCL_TRACE_BUFFER_SIZE=2000\nexport TORCH_NCCL_DUMP_ON_TIMEOUT=1"),
          new Step("busy", ""),
          new Step("network", "NCCL_DEBUG=INFO torchrun --nproc_per_node=8 train.py"));

  /**
   * A question with the meaning of its answer.
   *
   * @param name part of the message keys
   * @param command what to run; may be empty
   */
  record Step(String name, String command) {}

  @GetMapping("/hang")
  String page(Model model) {
    model.addAttribute("steps", STEPS);
    return "hang";
  }
}
