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

/** The codes in a log, and the one that explains the failure best. */
public final class CodeAnalysis {
  private static final String CUDA = "cuda";
  private static final String XID = "xid";

  /** Hardware first: a library's result and an exit code follow from a hardware fault. */
  private static final List<List<String>> FAMILY_ORDER =
      List.of(
          List.of("xid", "sxid", "dcgm"),
          List.of(
              "cuda",
              "cudnn",
              "cublas",
              "cusolver",
              "cusparse",
              "cufft",
              "nvml",
              "ib-wc",
              "efa",
              "ucx"),
          List.of("nccl", "slurm", "kubernetes"),
          List.of("errno", "exit"));

  /** The actions after which the GPU should work again. */
  private static final Set<Retry.Action> RESETS =
      Set.of(Retry.Action.RESET_GPU, Retry.Action.REBOOT);

  private final List<CodeSighting> sightings;
  private final List<DeviceEvent> devices;

  private CodeAnalysis(List<CodeSighting> sightings, List<DeviceEvent> devices) {
    this.sightings = sightings;
    this.devices = List.copyOf(devices);
  }

  /** Interprets the numbers according to the releases that the log states. */
  static CodeAnalysis fromSightings(
      List<CodeSighting> seen, List<DeviceEvent> devices, Facts facts) {
    boolean old = facts.values(CUDA).stream().anyMatch(CodeAnalysis::isBeforeRenumbering);
    List<CodeSighting> read = new ArrayList<>();
    for (CodeSighting sighting : seen) {
      CodeSighting meant = old ? sighting.asFormer() : sighting;
      if (read.stream().noneMatch(other -> isSame(other, meant))) {
        read.add(meant);
      }
    }
    boolean failed = read.stream().anyMatch(one -> one.code().kind() != CodeKind.SUCCESS);
    read.removeIf(one -> failed && one.code().kind() == CodeKind.SUCCESS);
    return new CodeAnalysis(List.copyOf(read), devices);
  }

  /** The numbers of the CUDA runtime changed with CUDA 10.1. */
  private static boolean isBeforeRenumbering(String version) {
    int dot = version.indexOf('.');
    String major = dot < 0 ? version : version.substring(0, dot);
    boolean single = major.length() == 1 && Character.isDigit(major.charAt(0));
    return single || version.equals("10.0") || version.startsWith("10.0.");
  }

  private static boolean isSame(CodeSighting one, CodeSighting other) {
    return one.code() == other.code() && one.special().equals(other.special());
  }

  /**
   * The codes in the order of their first lines. Codes that report success are left out if there
   * are others.
   */
  public List<CodeSighting> sightings() {
    return sightings;
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
        .filter(one -> isRecovery(one.code()))
        .filter(one -> one.special().isPresent())
        .reduce((first, last) -> last);
  }

  private static boolean isRecovery(Code code) {
    return code.family().equals(XID) && code.code().equals("154");
  }

  /** Device events that drivers report, in the order of the lines. */
  List<DeviceEvent> devices() {
    return devices;
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
        alike
            .computeIfAbsent(
                List.of(event.stream(), event.device(), event.code().code()),
                k -> new ArrayList<>())
            .add(event);
      }
    }
    return alike.values().stream()
        .filter(events -> events.size() >= RepeatedEvent.MANY)
        .max(Comparator.comparingInt(List::size))
        .map(
            events ->
                new RepeatedEvent(
                    events.getFirst().code(),
                    events.getFirst().device(),
                    events.stream().map(DeviceEvent::line).toList()));
  }

  /** Whether the driver, a switch or DCGM reports a fault. */
  boolean hardwareFault() {
    return findLead()
        .filter(one -> one.code().kind() == CodeKind.FAULT && familyRank(one.code()) == 0)
        .isPresent();
  }

  private static int familyRank(Code code) {
    for (int i = 0; i < FAMILY_ORDER.size(); i++) {
      if (FAMILY_ORDER.get(i).contains(code.family())) {
        return i;
      }
    }
    return FAMILY_ORDER.size();
  }
}
