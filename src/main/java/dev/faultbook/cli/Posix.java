package dev.faultbook.cli;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Processes and signals, as far as Java has no methods for them. */
final class Posix {
  private static final Map<String, MethodHandle> FUNCTIONS = new ConcurrentHashMap<>();

  private Posix() {}

  /**
   * Calls a function of the C library that answers with an {@code int}, or {@code read}.
   *
   * @param arguments of the types {@code int}, {@code long} and {@link MemorySegment}
   */
  static int call(String name, Object... arguments) {
    try {
      return ((Number) functionOf(name, arguments).invokeWithArguments(arguments)).intValue();
    } catch (Throwable e) {
      throw new IllegalStateException("cannot call " + name, e);
    }
  }

  @SuppressWarnings("restricted") // The manifest allows it.
  private static MethodHandle functionOf(String name, Object... arguments) {
    MemoryLayout[] types = new MemoryLayout[arguments.length];
    for (int i = 0; i < types.length; i++) {
      types[i] =
          switch (arguments[i]) {
            case Integer _ -> JAVA_INT;
            case Long _ -> JAVA_LONG;
            default -> ADDRESS;
          };
    }
    ValueLayout answer = name.equals("read") ? JAVA_LONG : JAVA_INT;
    Linker.Option[] options =
        name.equals("ioctl")
            ? new Linker.Option[] {Linker.Option.firstVariadicArg(2)}
            : new Linker.Option[0];
    return FUNCTIONS.computeIfAbsent(
        name,
        unknown -> {
          Linker linker = Linker.nativeLinker();
          return linker.downcallHandle(
              linker.defaultLookup().findOrThrow(name),
              FunctionDescriptor.of(answer, types),
              options);
        });
  }

  /** Receives a signal: {@code TERM} is 15. */
  interface SignalReceiver {
    void receive(String name, int number);
  }

  /**
   * Receives signals instead of being ended by them.
   *
   * @param names such as {@code TERM}; those that Java uses itself are left out
   */
  static void onSignals(SignalReceiver receiver, String... names) {
    try {
      // The compiler warns of these two, and there is no other way to learn which signal arrived.
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Method name = signal.getMethod("getName");
      Method number = signal.getMethod("getNumber");
      Object handling =
          Proxy.newProxyInstance(
              handler.getClassLoader(),
              new Class<?>[] {handler},
              (_, _, arrived) -> {
                receiver.receive(
                    (String) name.invoke(arrived[0]), (Integer) number.invoke(arrived[0]));
                return null;
              });
      for (String one : names) {
        Object wanted = signal.getConstructor(String.class).newInstance(one);
        signal.getMethod("handle", signal, handler).invoke(null, wanted, handling);
      }
    } catch (ReflectiveOperationException unknownOrUsed) {
      // The system does not have the signal, or the virtual machine needs it.
    }
  }

  /**
   * What a file descriptor of this process leads to: {@code pipe:[4711]}, {@code /dev/pts/3}, the
   * path of a file; null where the system does not tell.
   */
  static @Nullable String target(int descriptor) {
    try {
      return Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
    } catch (IOException | UnsupportedOperationException notLinux) {
      return null;
    }
  }

  /** Whether a file descriptor of this process leads to a terminal. */
  static boolean isTerminal(int descriptor) {
    String target = String.valueOf(target(descriptor));
    return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
  }

  /** Whether this process has a terminal, and whether that sends it what a user types. */
  record Control(boolean terminal, boolean foreground) {
    /** As it is now; neither where the system does not tell. */
    static Control read() {
      try {
        // 4711 (java) S 4700 4711 4700 34816 4711 …: the group, the session, its terminal, the
        // group in front.
        String stat = Files.readString(Path.of("/proc/self/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", 7);
        boolean terminal = !fields[4].equals("0");
        return new Control(terminal, terminal && fields[2].equals(fields[5]));
      } catch (IOException notLinux) {
        return new Control(false, false);
      }
    }
  }
}
