package dev.faultbook.report;

import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Missing;
import java.util.stream.Collectors;

/**
 * Words for what a log lacks, with the one command that produces it.
 *
 * <p>Options: {@code --log-dir}, {@code --redirects} and {@code --tee} of torchrun, {@code
 * --output} with {@code %t} of srun, {@code --output-filename} of Open MPI's mpirun, {@code
 * --prefix} and {@code --tail} of kubectl logs; journalctl's {@code -k} shows the kernel log.
 */
final class MissingText {
  private final Phrases phrases;

  MissingText(Language language) {
    this.phrases = Phrases.of(language);
  }

  Report.Step toStep(Missing missing) {
    return switch (missing) {
      case Missing.AbsentRanks absent ->
          new Report.Step(describeAbsent(absent), outputCommand(absent.launcher()));
      case Missing.OwnOutput output ->
          new Report.Step(
              output.rank() == null
                  ? phrases.say("missing.output")
                  : phrases.say("missing.output.rank", Integer.toString(output.rank())),
              outputCommand(output.launcher()));
      case Missing.KernelLog kernel ->
          new Report.Step(describeKernel(kernel), kernelCommand(kernel.launcher()));
    };
  }

  private String describeAbsent(Missing.AbsentRanks absent) {
    String ranks =
        absent.ranks().stream()
            .map(rank -> Integer.toString(rank))
            .collect(Collectors.joining(phrases.say("list.comma")));
    boolean one = absent.ranks().size() == 1 && !absent.more();
    return phrases.say(
        one ? "missing.rank" : "missing.ranks",
        absent.more() ? ranks + ", …" : ranks,
        Integer.toString(absent.all()));
  }

  private String describeKernel(Missing.KernelLog kernel) {
    String killed =
        kernel.rank() == null
            ? phrases.say("missing.killed")
            : phrases.say("missing.killed.rank", Integer.toString(kernel.rank()));
    return kernel.node() == null
        ? phrases.say("missing.kernel", killed)
        : phrases.say("missing.kernel.node", killed, kernel.node());
  }

  private static String outputCommand(Missing.Launcher launcher) {
    return switch (launcher) {
      case TORCHRUN, UNKNOWN ->
          "torchrun --log-dir logs --redirects 3 --tee 3 --nproc_per_node=8 train.py";
      case SRUN -> "srun --output=rank-%t.log python train.py";
      case MPIRUN -> "mpirun --output-filename logs python train.py";
      case KUBERNETES -> "kubectl logs -l job-name=JOB --all-containers --prefix --tail=-1";
    };
  }

  private static String kernelCommand(Missing.Launcher launcher) {
    return launcher == Missing.Launcher.KUBERNETES
        ? "kubectl describe pod POD"
        : "sudo journalctl -k --since \"2 hours ago\" | grep -iE 'oom-kill|killed process'";
  }
}
