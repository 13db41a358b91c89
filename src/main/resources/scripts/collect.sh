#!/bin/sh
# Prints what a diagnosis of a GPU job asks about this machine: driver, GPUs, CUDA, PyTorch, NCCL,
# kernel module, container runtimes, limits, network, scheduler. Read it, or pipe it on:
#
#   curl -fsS @BASE@/collect.sh | sh
#   curl -fsS @BASE@/collect.sh | sh | curl -fsS --data-binary @- -H 'Accept: text/plain' @BASE@/api/v1/diagnoses
#
# Needs no root, changes nothing, ends within 10 seconds; takes about half a gigabyte of the memory
# of one GPU for a moment. Prints no token, user name, host name or public address: variables are
# printed from a list of names only, and their values are looked through once more.

# Seconds that all probes together may take, and seconds for each.
patience=7
bound=7

say() { printf '%s\n' "$*"; }

section() { printf '\n== %s ==\n' "$1"; }

has() { command -v "$1" >/dev/null 2>&1; }

# ---- Nothing secret -------------------------------------------------------------------------

# swap TEXT FROM TO: every FROM in TEXT becomes TO; the result is in $swapped.
swap() {
  swapped=
  rest=$1
  while :; do
    case $rest in
      *"$2"*)
        swapped=$swapped${rest%%"$2"*}$3
        rest=${rest#*"$2"}
        ;;
      *) break ;;
    esac
  done
  swapped=$swapped$rest
}

# unnamed TEXT MARKER: MARKER and the name behind it become ~; the result is in $swapped.
unnamed() {
  swapped=
  rest=$1
  while :; do
    case $rest in
      *"$2"*)
        swapped=$swapped${rest%%"$2"*}'~'
        rest=${rest#*"$2"}
        name=${rest%%[!A-Za-z0-9._@+-]*}
        rest=${rest#"$name"}
        ;;
      *) break ;;
    esac
  done
  swapped=$swapped$rest
}

# tidy TEXT: home folders become ~ and the user's name becomes USER; the result is in $tidied.
tidy() {
  tidied=$1
  case ${HOME-} in
    /?*/*) swap "$tidied" "${HOME%/}" '~' && tidied=$swapped ;;
  esac
  for marker in /home/ /homes/ /Users/ /users/ /user/; do
    unnamed "$tidied" "$marker"
    tidied=$swapped
  done
  # shellcheck disable=SC2088 # a tilde that is printed
  swap "$tidied" /root/ '~/'
  tidied=$swapped
  for who in $me; do
    case $who in
      ?? | ?)
        # So short a name is looked for where a folder or an address begins or ends only.
        swap "$tidied/" "/$who/" /USER/
        swap "${swapped%/}" "/$who:" /USER:
        ;;
      *) swap "$tidied" "$who" USER ;;
    esac
    tidied=$swapped
  done
  for who in $machine; do
    swap "$tidied" "$who" HOST
    tidied=$swapped
  done
}

# harmless TEXT: whether it holds no secret and no address but private ones.
harmless() {
  case $1 in
    *://*@* | *hf_* | *ghp_* | *gho_* | *ghs_* | *github_pat_* | *glpat-* | *xox[abpr]-* | \
      sk-* | *[!a-z]sk-* | \
      *AKIA* | *ASIA* | *AIza* | *ya29.* | *eyJ* | *npm_* | *pypi-* | *@* | *[Bb]earer* | *BEGIN* | \
      *[Tt][Oo][Kk][Ee][Nn]* | *[Ss][Ee][Cc][Rr][Ee][Tt]* | *[Pp][Aa][Ss][Ss][Ww]* | \
      *[Aa][Pp][Ii]_[Kk][Ee][Yy]* | *[Aa][Pp][Ii][Kk][Ee][Yy]*)
      return 1
      ;;
  esac
  # A long run of letters and digits without anything to structure it is a key, not a setting.
  left=$1
  while [ -n "$left" ]; do
    run=${left%%[!A-Za-z0-9+=]*}
    left=${left#"$run"}
    left=${left#?}
    case $run in
      ????????????????????????????*)
        case $run in *[0-9]*) return 1 ;; esac
        ;;
    esac
  done
  # The version of a wheel has four numbers too.
  case $1 in nvidia-*-cu1[0-9]==*) return 0 ;; esac
  # Addresses: four numbers between dots that are not of a private network; IPv6 but for local ones.
  left=$1
  while [ -n "$left" ]; do
    run=${left%%[!0-9.]*}
    left=${left#"$run"}
    left=${left#?}
    case $run in
      10.*.*.* | 127.*.*.* | 192.168.*.* | 172.1[6-9].*.* | 172.2[0-9].*.* | 172.3[01].*.* | \
        169.254.*.* | 0.0.0.0 | 255.*.*.*) ;;
      .*) ;; # the version behind .so
      *[0-9].*[0-9].*[0-9].*[0-9]*) return 1 ;;
    esac
  done
  left=$1
  while [ -n "$left" ]; do
    run=${left%%[!0-9a-fA-F:]*}
    left=${left#"$run"}
    left=${left#?}
    case $run in
      [23][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F]:*:*) return 1 ;;
    esac
  done
  return 0
}

# fact NAME VALUE: one line, unless there is no value.
fact() {
  [ -n "$2" ] || return 0
  tidy "$2"
  if harmless "$tidied"; then say "$1: $tidied"; else say "$1: (not printed)"; fi
}

# told NAME: the lines of a probe that stand for themselves; a line that is not harmless goes.
told() {
  [ -r "$1" ] || return 0
  while IFS= read -r told_line || [ -n "$told_line" ]; do
    tidy "$told_line"
    if harmless "$tidied"; then say "$tidied"; fi
  done <"$1"
}

# ---- Probes: each in the background, into a file of its own, so that a driver that hangs hangs
# ---- nobody else and never holds this script's output open.

# probe NAME COMMAND...
probe() {
  [ -n "$room" ] && has "$2" || return 0
  probe_name=$1
  shift
  (
    # shellcheck disable=SC2086 # words of their own
    $timeout "$@" >"$room/$probe_name" 2>"$room/$probe_name.err" &
    echo "$!" >"$room/$probe_name.pid"
    wait "$!"
    echo "$?" >"$room/$probe_name.rc"
  ) >/dev/null 2>&1 </dev/null &
  probes="$probes $probe_name"
}

ended() { [ -s "$room/$1.rc" ]; }

succeeded() {
  ended "$1" || return 1
  read -r status <"$room/$1.rc"
  [ "$status" = 0 ]
}

# stopped NAME: whether a probe that was started had to be stopped.
stopped() {
  ended "$1" || return 0
  read -r status <"$room/$1.rc"
  [ "$status" -gt 128 ]
}

settle() {
  waited=0
  while [ "$waited" -lt "$((patience * 10))" ]; do
    waiting=
    for each in $probes; do ended "$each" || waiting="$waiting $each"; done
    [ -n "$waiting" ] || return 0
    if sleep 0.1 2>/dev/null; then
      waited=$((waited + 1))
    elif sleep 1 2>/dev/null; then
      waited=$((waited + 10))
    else
      # Without sleep one can wait for the probes alone, which are bounded then.
      wait
      return 0
    fi
  done
  for each in $waiting; do
    read -r process <"$room/$each.pid" && kill -9 "$process"
  done
}

torch_probe() {
  while IFS= read -r row; do say "$row"; done <<'PYTHON'
import glob, os, re, sys, time
sys.path = sys.path[1:]
started = time.time()

def say(name, value):
    text = " ".join(str(value).split())
    if text:
        print(name + ": " + text[:400], flush=True)

def failed(name, error):
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    say(name, type(error).__name__ + ": " + (lines[0] if lines else ""))

say("python", sys.version.split()[0])
say("python_prefix", sys.prefix)
try:
    from importlib import metadata
    found = []
    for dist in ("torchvision", "torchaudio", "triton", "numpy", "vllm", "deepspeed", "xformers",
                 "flash-attn", "transformers", "accelerate", "bitsandbytes", "apex", "tensorflow",
                 "jax"):
        try:
            found.append(dist + " " + metadata.version(dist))
        except Exception:
            pass
    say("packages", ", ".join(found))
    for kind in ("cuda-runtime", "nccl", "cudnn", "cublas", "nvjitlink"):
        for suffix in ("", "-cu11", "-cu12", "-cu13"):
            try:
                say("wheel", "nvidia-" + kind + suffix + "==" + metadata.version("nvidia-" + kind + suffix))
            except Exception:
                pass
except Exception:
    pass
try:
    import warnings
    warnings.showwarning = lambda message, *rest, **more: say("warning", message)
    import torch
except Exception as e:
    if isinstance(e, ImportError) and e.name == "torch":
        say("torch", "not installed")
    else:
        say("torch", "not importable")
        failed("torch_import", e)
    sys.exit(0)
say("torch", torch.__version__)
say("cuda", torch.version.cuda or "none")
if getattr(torch.version, "hip", None):
    say("hip", torch.version.hip)
try:
    n = torch.backends.cudnn.version()
    if n:
        wide = 10000 if n >= 90000 else 1000
        say("cudnn", "%d.%d.%d" % (n // wide, n % wide // 100, n % 100))
except Exception as e:
    failed("cudnn_check", e)
try:
    version = torch.cuda.nccl.version()
    say("nccl", ".".join(map(str, version)) if isinstance(version, tuple) else version)
except Exception:
    pass
try:
    say("arch_list", " ".join(torch.cuda.get_arch_list()))
except Exception:
    pass
try:
    torch.cuda.init()
    count = torch.cuda.device_count()
    say("torch_gpus", count)
    for i in range(count):
        if i and time.time() - started > 3.5:
            say("matmul", "GPUs from %d on were left out" % i)
            break
        name = "matmul" + str(i)
        try:
            a = torch.rand(256, 256)
            there = (a.to("cuda:%d" % i) @ a.to("cuda:%d" % i)).cpu()
            right = torch.allclose(there, a @ a, rtol=1e-2, atol=1e-1)
            say(name, "ok" if right else "wrong result")
        except Exception as e:
            failed(name, e)
except Exception as e:
    failed("cuda_init", e)
try:
    loaded = set()
    with open("/proc/self/maps") as maps:
        for line in maps:
            path = line.split(None, 5)[-1].strip()
            base = os.path.basename(path)
            if re.match(r"lib(cudart|nccl|cudnn|cublas|cuda|nvrtc)[-.]", base):
                loaded.add(os.path.realpath(path))
    for path in sorted(loaded):
        say("loaded", path)
except Exception:
    pass
PYTHON
}

start_probes() {
  probe gpus nvidia-smi --query-gpu=index,name,driver_version,pci.bus_id,memory.total,memory.used,temperature.gpu,persistence_mode,ecc.errors.uncorrected.volatile.total,mig.mode.current --format=csv,noheader
  probe capability nvidia-smi --query-gpu=compute_cap --format=csv,noheader
  probe smi nvidia-smi
  probe fabric nvidia-smi -q -i 0
  probe dmesg dmesg
  probe shm df -Pk /dev/shm
  probe ldconfig ldconfig -p
  probe links ip -o link
  probe nvcc nvcc --version
  probe module modinfo -F version nvidia
  probe mok mokutil --sb-state
  # shellcheck disable=SC2016 # variables of the template
  probe docker docker info --format '{{.DefaultRuntime}}:{{range $name, $runtime := .Runtimes}} {{$name}}{{end}}'
  probe toolkit nvidia-ctk --version
  probe slurm srun --version
  probe pmi srun --mpi=list
  probe who id -un
  probe where uname -n
  if [ -n "$room" ]; then
    torch_probe >"$room/probe.py"
    interpreter=python3
    has python && [ -n "${VIRTUAL_ENV-}${CONDA_PREFIX-}" ] && interpreter=python
    has "$interpreter" || interpreter=python
    probe torch "$interpreter" "$room/probe.py"
  fi
}

# ---- Sections ----------------------------------------------------------------------------------

# once VALUE: whether it was not said before; $said is the list.
once() {
  case "$said" in
    *"|$1|"*) return 1 ;;
  esac
  said="$said|$1|"
}

gpu_section() {
  section gpu
  number=0
  said=
  module=
  if [ -r /proc/driver/nvidia/version ]; then
    read -r module </proc/driver/nvidia/version
    module=${module#*:}
    module=${module# }
  fi
  if succeeded gpus; then
    while IFS= read -r row; do
      rest=${row#*, }
      gpu=${rest%%, *}
      rest=${rest#*, }
      driver=${rest%%, *}
      rest=${rest#*, }
      once "gpu $gpu" && fact gpu "$gpu"
      once "driver $driver" && fact driver "$driver"
      number=$((number + 1))
    done <"$room/gpus"
    fact gpus "$number"
  elif [ -n "$room" ] && has nvidia-smi; then
    stopped gpus && say "nvidia_smi: gave no answer in time"
    told "$room/gpus"
    told "$room/gpus.err"
  else
    say "nvidia_smi: not on the PATH"
  fi
  if succeeded capability; then
    while IFS= read -r row; do
      once "capability $row" && fact compute_capability "$row"
    done <"$room/capability"
  fi
  if succeeded smi; then
    while IFS= read -r row; do
      case $row in
        *"CUDA Version: "* | *"CUDA UMD Version: "*)
          row=${row#*CUDA*"Version: "}
          fact driver_cuda "${row%%[!0-9.]*}"
          ;;
      esac
    done <"$room/smi"
  fi
  fact kernel_module "$module"
  if succeeded gpus; then
    while IFS= read -r row; do
      rest=${row#*, }
      rest=${rest#*, }
      rest=${rest#*, }
      index=${row%%, *}
      bus=${rest%%, *}
      rest=${rest#*, }
      total=${rest%%, *}
      rest=${rest#*, }
      used=${rest%%, *}
      rest=${rest#*, }
      heat=${rest%%, *}
      rest=${rest#*, }
      kept=${rest%%, *}
      rest=${rest#*, }
      say "gpu$index: $bus, $used of $total used, $heat C, persistence $kept, uncorrected ECC errors ${rest%%, *}, MIG ${rest#*, }"
    done <"$room/gpus"
  fi
  if succeeded fabric; then
    inside=
    while IFS= read -r row; do
      case $row in
        "    Fabric"*) inside=yes ;;
        "        State "* | "        Status "*)
          [ -n "$inside" ] && fact "fabric" "${row#*: }"
          ;;
        "    "[A-Z]*) inside= ;;
      esac
    done <"$room/fabric"
  fi
}

torch_section() {
  section pytorch
  case "$probes " in
    *" torch "*)
      while IFS= read -r row || [ -n "$row" ]; do fact "${row%%: *}" "${row#*: }"; done <"$room/torch"
      if stopped torch; then
        say "torch_probe: stopped after $bound seconds; the lines above are what it had said"
      elif ! succeeded torch; then
        say "torch_probe: python ended with status $status"
        told "$room/torch.err"
      fi
      ;;
    *) say "python: not found" ;;
  esac
}

# copies NAME FOLDER...: the copies of a library in folders.
copies() {
  library=$1
  shift
  for folder in "$@"; do
    for file in "$folder/$library".so.*; do
      [ -e "$file" ] && once "$file" && fact "$library" "$file"
    done
  done
}

library_section() {
  section libraries
  said=
  searched=
  left=${LD_LIBRARY_PATH-}:
  while [ -n "$left" ]; do
    [ -d "${left%%:*}" ] && once "in ${left%%:*}" && searched="$searched
${left%%:*}"
    left=${left#*:}
  done
  usual="/usr/lib/x86_64-linux-gnu
/usr/lib/aarch64-linux-gnu
/usr/lib64
/usr/local/lib
/usr/lib/wsl/lib"
  for folder in /usr/local/cuda*/lib64 /opt/cuda/lib64 "${CONDA_PREFIX:-/nowhere}/lib"; do
    [ -d "$folder" ] && usual="$usual
$folder"
  done
  before=$IFS
  IFS='
'
  # Split at line ends only: folders may hold blanks.
  for library in libcudart libnccl libcudnn libcuda; do
    # shellcheck disable=SC2086
    copies "$library" $searched $usual
  done
  IFS=$before
  if succeeded ldconfig; then
    while read -r soname rest; do
      case $soname in
        libcudart.so* | libnccl.so* | libcudnn.so* | libcuda.so*)
          once "${rest##*=> }" && fact "${soname%%.so*}" "${rest##*=> }"
          ;;
      esac
    done <"$room/ldconfig"
  fi
  if succeeded nvcc; then
    while IFS= read -r row; do
      case $row in
        *release*) fact nvcc "${row#*release }" ;;
      esac
    done <"$room/nvcc"
  fi
  for toolkit in /usr/local/cuda-*; do
    [ -d "$toolkit" ] && fact toolkit "$toolkit"
  done
}

# kib FILE NAME: the value of a line such as "MemTotal:  123 kB" in GiB.
kib() {
  while read -r key amount _; do
    [ "$key" = "$2:" ] && say "$3: $((amount / 1048576)).$((amount % 1048576 * 10 / 1048576)) GiB"
  done <"$1"
}

size() {
  if [ "$2" -ge 10485760 ]; then
    fact "$1" "$(($2 / 1048576)) GiB"
  else
    fact "$1" "$(($2 / 1024)) MiB"
  fi
}

shared_memory() {
  if succeeded shm; then
    while read -r _ blocks _ free _ where; do
      if [ "$where" = /dev/shm ]; then
        size shm_size "$blocks"
        size shm_free "$free"
      fi
    done <"$room/shm"
  elif [ -r /proc/mounts ]; then
    blocks=
    while read -r _ where kind options _; do
      case "$where $kind $options" in
        "/dev/shm tmpfs "*size=*)
          options=${options##*size=}
          options=${options%%,*}
          ;;
        *) continue ;;
      esac
      case $options in
        *[0-9]k) blocks=${options%k} ;;
        *[0-9]m) blocks=$((${options%m} * 1024)) ;;
        *[0-9]g) blocks=$((${options%g} * 1048576)) ;;
        *) continue ;;
      esac
    done </proc/mounts
    # Of several mounts the last one is seen.
    [ -n "$blocks" ] && size shm_size "$blocks"
  fi
}

container() {
  release=
  [ -r /proc/sys/kernel/osrelease ] && read -r release </proc/sys/kernel/osrelease
  fact kernel "$release"
  case $release in
    *[Mm]icrosoft*) say "container: wsl" ;;
  esac
  if [ -n "${KUBERNETES_SERVICE_HOST-}" ]; then
    say "container: kubernetes"
  elif [ -e /.dockerenv ]; then
    say "container: docker"
  elif [ -e /run/.containerenv ]; then
    say "container: podman"
  elif [ -n "${APPTAINER_NAME-}${SINGULARITY_NAME-}" ]; then
    say "container: apptainer"
  fi
}

system_section() {
  section system
  if [ -r /etc/os-release ]; then
    while IFS= read -r row; do
      case $row in
        PRETTY_NAME=*)
          row=${row#PRETTY_NAME=}
          row=${row#\"}
          fact os "${row%\"}"
          ;;
      esac
    done </etc/os-release
  fi
  container
  if [ -r /proc/meminfo ]; then
    kib /proc/meminfo MemTotal memory_total
    kib /proc/meminfo MemAvailable memory_available
  fi
  for bound_file in /sys/fs/cgroup/memory.max /sys/fs/cgroup/memory/memory.limit_in_bytes; do
    most=
    [ -r "$bound_file" ] && read -r most <"$bound_file"
    case $most in
      '' | *[!0-9]* | ????????????????*) ;;
      *) size memory_limit "$((most / 1024))" ;;
    esac
  done
  shared_memory
  # Shells that have no such limit say nothing.
  # shellcheck disable=SC3045
  fact limit_memlock "$(ulimit -l 2>/dev/null)"
  # shellcheck disable=SC3045
  fact limit_nofile "$(ulimit -n 2>/dev/null)"
  loaded=
  if [ -r /proc/modules ]; then
    while read -r row _; do
      case $row in
        nvidia* | nv_peer_mem | gdrdrv | nouveau | ib_core | rdma_cm | mlx5_ib) loaded="$loaded $row" ;;
      esac
    done </proc/modules
    fact kernel_modules "${loaded# }"
    case " $loaded " in
      *" nvidia_peermem "* | *" nv_peer_mem "*) say "nvidia_peermem: loaded" ;;
      *" nvidia "*) say "nvidia_peermem: not loaded" ;;
    esac
  fi
  [ -e /dev/nvidia-nvswitchctl ] || return 0
  manager=
  for file in /proc/[0-9]*/comm; do
    # Its process may have ended since.
    row=
    { read -r row <"$file"; } 2>/dev/null
    [ "$row" = nv-fabricmanage ] && manager=running
  done
  fact fabric_manager "${manager:-not running}"
  return 0
}

# modprobe_lines FILE...: what is said about the drivers of GPUs; comments are left out.
modprobe_lines() {
  for file in "$@"; do
    if [ ! -f "$file" ] || [ ! -r "$file" ]; then continue; fi
    while IFS= read -r row || [ -n "$row" ]; do
      case $row in
        blacklist*nvidia* | blacklist*nouveau* | alias*nvidia* | alias*nouveau* | options*nvidia* | \
          options*nouveau* | install*nvidia* | install*nouveau*)
          fact modprobe "$row (${file##*/})"
          ;;
      esac
    done <"$file"
  done
}

secure_boot() {
  # SecureBoot enabled
  if succeeded mok; then
    while IFS= read -r row; do
      case $row in
        "SecureBoot enabled"* | "SecureBoot disabled"*) fact secure_boot "${row#SecureBoot }" ;;
      esac
    done <"$room/mok"
    return 0
  fi
  for file in /sys/firmware/efi/efivars/SecureBoot-*; do
    if [ ! -r "$file" ] || ! has od; then continue; fi
    # Four bytes of attributes, then the value.
    for byte in $(od -An -t u1 "$file"); do last=$byte; done
    case $last in
      0) say "secure_boot: disabled" ;;
      1) say "secure_boot: enabled" ;;
    esac
  done
}

driver_section() {
  section driver
  release=
  [ -r /proc/sys/kernel/osrelease ] && read -r release </proc/sys/kernel/osrelease
  if [ -e "/lib/modules/$release/build/Makefile" ]; then
    say "kernel_headers: present"
  elif [ -d "/lib/modules/$release" ]; then
    say "kernel_headers: missing"
  fi
  if succeeded module; then
    read -r row <"$room/module"
    fact module_for_kernel "$row"
  elif ended module && [ -d "/lib/modules/$release" ]; then
    say "module_for_kernel: none"
  fi
  secure_boot
  if [ -r /sys/kernel/security/lockdown ]; then
    read -r row </sys/kernel/security/lockdown
    fact lockdown "$row"
  fi
  modprobe_lines /etc/modprobe.d/*.conf /run/modprobe.d/*.conf /usr/local/lib/modprobe.d/*.conf \
    /usr/lib/modprobe.d/*.conf
  chosen=
  if [ -r /proc/cmdline ]; then
    read -r row </proc/cmdline
    for word in $row; do
      case $word in
        modprobe.blacklist=* | module_blacklist=* | nouveau.* | nvidia* | rd.driver.blacklist=* | \
          iommu=* | intel_iommu=* | amd_iommu=* | pci=*)
          chosen="$chosen $word"
          ;;
      esac
    done
    fact kernel_options "${chosen# }"
  fi
  nodes=
  for file in /dev/nvidia[0-9]* /dev/nvidiactl /dev/nvidia-uvm /dev/nvidia-modeset /dev/nvidia-nvswitchctl; do
    [ -e "$file" ] && nodes="$nodes ${file#/dev/}"
  done
  fact device_files "${nodes# }"
}

# settings NAME FILE: the lines of a TOML file that say which runtime starts containers.
settings() {
  [ -f "$2" ] && [ -r "$2" ] || return 0
  while read -r row || [ -n "$row" ]; do
    case $row in
      default_runtime_name* | enable_cdi* | "mode ="* | "imports ="* | "[plugins."*runtimes.nvidia*"]")
        fact "$1" "$row"
        ;;
    esac
  done <"$2"
}

# cdi FILE: a CDI specification, and the driver that it was made for.
cdi() {
  [ -f "$1" ] || return 0
  made=
  if [ -r "$1" ]; then
    while IFS= read -r row; do
      case $row in
        *libcuda.so.[0-9][0-9][0-9].*)
          made=${row#*libcuda.so.}
          made=${made%%[!0-9.]*}
          break
          ;;
      esac
    done <"$1"
  fi
  fact cdi_spec "$1${made:+ for driver $made}"
}

container_section() {
  section containers
  if succeeded docker; then
    # nvidia: io.containerd.runc.v2 nvidia runc
    IFS= read -r row <"$room/docker"
    fact docker_runtimes "${row#*: }"
    fact docker_default_runtime "${row%%:*}"
  elif ended docker; then
    say "docker: gives no answer to this user"
  fi
  if succeeded toolkit; then
    # NVIDIA Container Toolkit CLI version 1.17.8
    IFS= read -r row <"$room/toolkit"
    fact container_toolkit "${row##* }"
  fi
  settings containerd /etc/containerd/config.toml
  for file in /etc/containerd/conf.d/*.toml; do settings containerd "$file"; done
  settings nvidia_container_runtime /etc/nvidia-container-runtime/config.toml
  for file in /etc/cdi/*.yaml /etc/cdi/*.json /var/run/cdi/*.yaml /var/run/cdi/*.json; do
    cdi "$file"
  done
}

scheduler_section() {
  section scheduler
  if succeeded slurm; then
    # slurm 24.05.2
    IFS= read -r row <"$room/slurm"
    fact slurm "${row#slurm }"
  fi
  if succeeded pmi; then
    kinds=
    # Older releases print the list on the other stream, and "srun: " before each line.
    for file in "$room/pmi" "$room/pmi.err"; do
      while IFS= read -r row; do
        row=${row#srun: }
        case $row in
          *:* | *[!a-z0-9_\ \	]*) ;;
          *) for word in $row; do kinds="$kinds $word"; done ;;
        esac
      done <"$file"
    done
    fact slurm_mpi "${kinds# }"
  fi
  [ -n "${KUBERNETES_SERVICE_HOST-}" ] && say "kubernetes: in a pod"
  if [ -r /sys/fs/cgroup/cpu.max ]; then
    read -r row </sys/fs/cgroup/cpu.max
    fact cpu_limit "$row"
  fi
  nodes=
  for file in /dev/infiniband/*; do
    [ -e "$file" ] && nodes="$nodes ${file##*/}"
  done
  fact rdma_device_files "${nodes# }"
}

# gids PORT DEVICE: which entries of the GID table are filled, and with what kind of address. The
# address itself may be a public one and is not printed.
gids() {
  filled=
  index=0
  while [ "$index" -lt 16 ]; do
    gid=
    kind=
    owner=
    { read -r gid <"$1/gids/$index"; } 2>/dev/null || break
    case $gid in
      '' | 0000:0000:0000:0000:0000:0000:0000:0000) ;;
      *)
        { IFS= read -r kind <"$1/gid_attrs/types/$index"; } 2>/dev/null
        { read -r owner <"$1/gid_attrs/ndevs/$index"; } 2>/dev/null
        case $gid in
          fe80:*) address="link-local" ;;
          0000:0000:0000:0000:0000:ffff:*) address="IPv4" ;;
          *) address="other" ;;
        esac
        say "gid: $2 port ${1##*/} index $index $address${kind:+, $kind}${owner:+, $owner}"
        filled=yes
        ;;
    esac
    index=$((index + 1))
  done
  [ -n "$filled" ] || say "gid: $2 port ${1##*/} all zero"
}

network_section() {
  section network
  interfaces=
  for folder in /sys/class/net/*; do
    [ -r "$folder/operstate" ] || continue
    state=
    read -r state <"$folder/operstate"
    mtu=
    [ -r "$folder/mtu" ] && read -r mtu <"$folder/mtu"
    interfaces="$interfaces, ${folder##*/} $state${mtu:+ mtu $mtu}"
  done
  if [ -z "$interfaces" ] && succeeded links; then
    while read -r _ name flags _; do
      interfaces="$interfaces, ${name%:} $flags"
    done <"$room/links"
  fi
  fact interfaces "${interfaces#, }"
  for port in /sys/class/infiniband/*/ports/*; do
    [ -r "$port/state" ] || continue
    state=
    rate=
    layer=
    read -r state <"$port/state"
    { read -r rate <"$port/rate"; } 2>/dev/null
    { read -r layer <"$port/link_layer"; } 2>/dev/null
    device=${port%/ports/*}
    say "infiniband: ${device##*/} port ${port##*/} ${state#*: } $layer $rate"
    [ -d "$port/gids" ] && gids "$port" "${device##*/}"
  done
}

# allowed NAME: whether a variable may be printed.
allowed() {
  case $1 in
    *[!A-Z0-9_]*) return 1 ;;
    *TOKEN* | *SECRET* | *PASS* | *KEY* | *CRED* | *AUTH* | *COOKIE* | NCCL_HOSTID | NCCL_COMM_ID) return 1 ;;
    NCCL_* | CUDA_* | TORCH_* | TORCHELASTIC_* | TORCHDYNAMO_* | TORCHINDUCTOR_* | PYTORCH_* | GLOO_* | UCX_* | \
      NVIDIA_VISIBLE_DEVICES | NVIDIA_DRIVER_CAPABILITIES | NVIDIA_DISABLE_REQUIRE | OMP_NUM_THREADS | \
      MASTER_PORT | RANK | LOCAL_RANK | LOCAL_WORLD_SIZE | SLURM_NNODES | SLURM_NTASKS | \
      SLURM_NTASKS_PER_NODE | SLURM_PROCID | SLURM_LOCALID | SLURM_NODEID | SLURM_CPUS_PER_TASK | \
      SLURM_CPUS_ON_NODE | SLURM_MEM_PER_NODE | SLURM_MEM_PER_CPU | SLURM_MEM_PER_GPU | SLURM_GPUS | \
      SLURM_GPUS_ON_NODE | SLURM_GPUS_PER_NODE | SLURM_GPUS_PER_TASK | SLURM_JOB_GPUS | \
      SLURM_STEP_GPUS | SLURM_MPI_TYPE | SLURM_RESTART_COUNT | \
      OMPI_COMM_WORLD_RANK | OMPI_COMM_WORLD_SIZE | OMPI_COMM_WORLD_LOCAL_RANK | PMI_RANK | PMI_SIZE | \
      PMIX_RANK | \
      LD_LIBRARY_PATH | LD_PRELOAD) return 0 ;;
  esac
  return 1
}

environment_section() {
  section environment
  fact world_size "${WORLD_SIZE-}"
  case ${MASTER_ADDR-} in
    '') ;;
    localhost | 127.*) say "env.MASTER_ADDR: $MASTER_ADDR" ;;
    *) say "env.MASTER_ADDR: (set)" ;;
  esac
  export -p | while IFS= read -r row; do
    case $row in
      "export "*=*) row=${row#export } ;;
      "declare -x "*=*) row=${row#declare -x } ;;
      *) continue ;;
    esac
    variable=${row%%=*}
    allowed "$variable" || continue
    # The line may be cut by a line end in the value; the variable itself is not.
    eval "value=\${$variable-}"
    case $variable:$value in
      *_DEVICES:*GPU-* | *_DEVICES:*MIG-*) value="(by UUID)" ;;
      *'
'* | *://*) value="(not printed)" ;;
      *:*/*) ;;
      *:*[A-Za-z].[A-Za-z]*.[A-Za-z]*) value="(not printed)" ;;
    esac
    fact "env.$variable" "$value"
  done
}

kernel_section() {
  section kernel
  if succeeded dmesg; then
    one='' two='' three='' four='' five='' total=0
    while IFS= read -r row; do
      case $row in
        *"NVRM: Xid"* | *"NVRM: GPU"* | *"NVRM: API mismatch"* | *"NVRM: RmInitAdapter failed"*)
          one=$two two=$three three=$four four=$five five=$row
          total=$((total + 1))
          ;;
      esac
    done <"$room/dmesg"
    for row in "$one" "$two" "$three" "$four" "$five"; do fact kernel_line "$row"; done
    say "kernel_lines: $total of the NVIDIA driver"
  else
    say "dmesg: not readable"
  fi
}

# Who and where: what the values must not hold. A directory service may be down, and then `id` hangs.
names() {
  me=
  who=
  succeeded who && read -r who <"$room/who"
  for who in "${USER-}" "${LOGNAME-}" "${SUDO_USER-}" "${SLURM_JOB_USER-}" "${HOME##*/}" "$who"; do
    case $who in
      '' | root | nvidia | cuda | torch | python | *[!A-Za-z0-9._-]*) ;;
      *) me="$me $who" ;;
    esac
  done
  machine=
  who=
  [ -r /proc/sys/kernel/hostname ] && read -r who </proc/sys/kernel/hostname
  other=
  succeeded where && read -r other <"$room/where"
  # shellcheck disable=SC3028 # empty where the shell does not set it
  for who in "${HOSTNAME-}" "$who" "$other"; do
    case $who in
      '' | ? | ?? | ??? | localhost | *[!A-Za-z0-9._-]*) ;;
      *) machine="$machine $who" ;;
    esac
  done
}

# Whatever else hangs, a file system for instance: what was said by then is all.
guard() {
  (
    trap 'kill "$pause"' TERM
    sleep 9 &
    pause=$!
    wait "$pause" || exit 0
    kill -9 "$$"
    for folder in /tmp /dev/shm /var/tmp "${TMPDIR:-/tmp}"; do
      for file in "$folder/faultbook.$$"/*.pid; do
        read -r pause <"$file" && kill -9 "$pause"
      done
      [ -d "$folder/faultbook.$$" ] && rm -rf "$folder/faultbook.$$"
    done
  ) >/dev/null 2>&1 </dev/null &
  guard=$!
}

main() {
  umask 077
  exec 2>/dev/null
  say "# faultbook collect 1"
  # Where the superuser's tools and WSL's nvidia-smi are.
  PATH=${PATH:-/nowhere}:/usr/sbin:/sbin:/usr/local/cuda/bin:/usr/lib/wsl/lib
  room=
  guard=
  has sleep && guard
  timeout=
  # Older versions of busybox want the seconds behind -t.
  if timeout 1 sh -c : >/dev/null 2>&1; then
    timeout="timeout -s KILL $bound"
  fi
  if has mkdir && has rm && { has sleep || [ -n "$timeout" ]; }; then
    # A folder of one's own may be on a file server that does not answer.
    for folder in /tmp /dev/shm /var/tmp "${TMPDIR:-/tmp}"; do
      if mkdir "$folder/faultbook.$$" >/dev/null 2>&1; then
        room=$folder/faultbook.$$
        break
      fi
    done
  fi
  trap 'rm -rf "$room" >/dev/null 2>&1; [ -n "$guard" ] && kill "$guard"' EXIT
  trap 'exit 1' HUP INT TERM PIPE
  probes=
  start_probes
  [ -n "$room" ] || say "probes: none, for want of mkdir, rm, sleep or a folder to write in"
  settle
  names
  gpu_section
  torch_section
  library_section
  system_section
  driver_section
  container_section
  network_section
  scheduler_section
  environment_section
  kernel_section
}

# Called at the end, so that half a download runs nothing.
main
