package dev.faultbook.diagnosis;

import dev.faultbook.codes.Code;
import dev.faultbook.codes.CodeKind;
import dev.faultbook.codes.CodeSighting;
import dev.faultbook.codes.DeviceEvent;
import dev.faultbook.compatibility.Facts;
import dev.faultbook.content.Retry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The codes in a log, and the one that explains the failure best.
 *
 * @param sightings in the order of their first lines; without codes that report success if there
 *     are others
 * @param devices events that drivers report, in the order of the lines
 */
public record CodeAnalysis(List<CodeSighting> sightings, List<DeviceEvent> devices) {
  private static final String CUDA = "cuda";
  private static final String XID = "xid";

  private static final Set<String> HARDWARE = Set.of(XID, "sxid", "dcgm");
  private static final Set<String> COMMUNICATION = Set.of("nccl", "slurm", "kubernetes");
  private static final Set<String> SYSTEM = Set.of("errno", "exit");

  /** The actions after which the GPU should work again. */
  private static final Set<Retry.Action> RESETS =
      Set.of(Retry.Action.RESET_GPU, Retry.Action.REBOOT);

  /**
   * The number of occurrences after which the hardware should be replaced. Faultbook's own rule:
   * NVIDIA's catalogue names an action for one event and does not limit its repetition.
   */
  public static final int MIN_REPEATED = 3;

  /**
   * A fault that recurs on one GPU although each occurrence required a reset or a reboot.
   *
   * @param code the Xid
   * @param device address of the GPU, as the driver prints it
   * @param lines numbers of the first line of each event; at least {@link #MIN_REPEATED}
   */
  public record RepeatedEvent(Code code, String device, List<Long> lines) {}

  /** Interprets the numbers according to the releases that the log states. */
  static CodeAnalysis fromSightings(
      List<CodeSighting> seen, List<DeviceEvent> devices, Facts facts) {
    boolean old = facts.values(CUDA).stream().anyMatch(CodeAnalysis::isBeforeRenumbering);
    List<CodeSighting> read = new ArrayList<>();
    for (CodeSighting sighting : seen) {
      CodeSighting meant = old ? sighting.asFormer() : sighting;
      if (read.stream()
          .noneMatch(
              other -> other.code() == meant.code() && other.special().equals(meant.special()))) {
        read.add(meant);
      }
    }
    boolean failed = read.stream().anyMatch(one -> one.code().kind() != CodeKind.SUCCESS);
    read.removeIf(one -> failed && one.code().kind() == CodeKind.SUCCESS);
    return new CodeAnalysis(read, devices);
  }

  /** The numbers of the CUDA runtime changed with CUDA 10.1. */
  private static boolean isBeforeRenumbering(String version) {
    int dot = version.indexOf('.');
    String major = dot < 0 ? version : version.substring(0, dot);
    boolean single = major.length() == 1 && Character.isDigit(major.charAt(0));
    return single || version.equals("10.0") || version.startsWith("10.0.");
  }

  /** The code that explains most: a fault before a general failure, hardware before software. */
  public Optional<CodeSighting> findLead() {
    return sightings.stream()
        .filter(one -> one.code().kind() == CodeKind.FAULT || one.code().kind() == CodeKind.GENERAL)
        .min(
            Comparator.comparing((CodeSighting one) -> one.code().kind())
                .thenComparingInt(one -> familyRank(one.code()))
                .thenComparingLong(CodeSighting::line));
  }

  /**
   * The recovery action that the driver requests by the last Xid 154; it takes precedence over
   * every table.
   */
  Optional<CodeSighting> findRecovery() {
    return sightings.stream()
        .filter(one -> isRecovery(one.code()) && one.special().isPresent())
        .reduce((first, last) -> last);
  }

  private static boolean isRecovery(Code code) {
    return code.family().equals(XID) && code.code().equals("154");
  }

  /**
   * The Xid that recurred most often on one GPU although it requires a reset or a reboot each time;
   * empty if none occurred three times. Xid 154 is excluded, because it only states what another
   * Xid requires.
   */
  public Optional<RepeatedEvent> findRepeated() {
    Map<List<Object>, List<DeviceEvent>> alike = new LinkedHashMap<>();
    for (DeviceEvent event : devices) {
      boolean asks = RESETS.contains(event.action().action());
      if (asks && event.code().family().equals(XID) && !isRecovery(event.code())) {
        List<Object> key = List.of(event.stream(), event.device(), event.code().code());
        alike.computeIfAbsent(key, k -> new ArrayList<>()).add(event);
      }
    }
    return alike.values().stream()
        .filter(events -> events.size() >= MIN_REPEATED)
        .max(Comparator.comparingInt(List::size))
        .map(
            events ->
                new RepeatedEvent(
                    events.getFirst().code(),
                    events.getFirst().device(),
                    events.stream().map(DeviceEvent::line).toList()));
  }

  /** The leading code if it stands for one cause; empty if it is a general failure or none. */
  Optional<CodeSighting> findFault() {
    return findLead().filter(one -> one.code().kind() == CodeKind.FAULT);
  }

  /** Whether the driver, a switch or DCGM reports a fault. */
  boolean hardwareFault() {
    return findFault().filter(one -> familyRank(one.code()) == 0).isPresent();
  }

  /** Hardware first: a library's result and an exit code follow from a hardware fault. */
  private static int familyRank(Code code) {
    if (HARDWARE.contains(code.family())) {
      return 0;
    }
    if (SYSTEM.contains(code.family())) {
      return 3;
    }
    return COMMUNICATION.contains(code.family()) ? 2 : 1;
  }
}
