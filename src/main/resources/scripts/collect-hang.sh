#!/bin/sh
# Collects what tells who is awaited in a hanging job, on this node: stacks of its processes, flight
# recorder, NCCL's own state, GPUs, links, kernel log, scheduler. Run it on every node of the job
# while it hangs, into one folder that all nodes see, and send the folder as an archive:
#
#   curl -fsS @BASE@/collect-hang.sh > collect-hang.sh
#   srun --overlap --jobid=JOBID --ntasks-per-node=1 sh collect-hang.sh hang    # or mpirun, pdsh, kubectl exec
#   tar czf hang.tar.gz hang && curl --data-binary @hang.tar.gz @BASE@/
#
# Takes the processes of this user that have RANK (or SLURM_PROCID, OMPI_COMM_WORLD_RANK) in their
# environment. Needs no root where the kernel lets a user trace his own processes; stops nothing,
# changes nothing, and ends within two minutes. The files name hosts, paths and command lines.
set -u

into=${1:-hang}
node=$(uname -n)
here=$into/$node
mkdir -p "$here" || exit 2

# Seconds for each tool.
bound=20

has() { command -v "$1" >/dev/null 2>&1; }

limited() {
  if has timeout; then timeout -k 2 "$bound" "$@"; else "$@"; fi
}

# The answer lists these.
note_absent() { printf 'collect-hang: %s is not installed on %s\n' "$1" "$node" >>"$here/missing.txt"; }

# save FILE COMMAND…: the output of a tool that is installed; no file without output.
save() {
  file=$here/$1
  shift
  if ! has "$1"; then
    case $1 in
      ibstat | perfquery | rdma) [ ! -d /sys/class/infiniband ] || note_absent "$1" ;;
      ncclras | nvidia-smi) note_absent "$1" ;;
    esac
    return 0
  fi
  limited "$@" >"$file" 2>&1 </dev/null
  [ -s "$file" ] || rm -f "$file"
}

# variable PID NAME: its value in the environment of a process.
variable() {
  # In a shell of its own, which says nothing of a process that has just ended.
  (tr '\0' '\n' <"/proc/$1/environ" | sed -n "s/^$2=//p" | head -n 1) 2>/dev/null
}

# Ranks whose flight recorder listens on a pipe write it when something arrives there.
ask_recorder() {
  pipe=$(variable "$1" TORCH_NCCL_DEBUG_INFO_PIPE_FILE)$2.pipe
  if [ -p "$pipe" ]; then echo 1 | limited tee "$pipe" >/dev/null; fi
}

take_stack() {
  file=$here/rank-$2-pid-$1.stack.txt
  if has py-spy; then
    limited py-spy dump --pid "$1" >"$file" 2>&1
  elif has gdb; then
    limited gdb -p "$1" -batch -ex 'thread apply all bt' >"$file" 2>&1
  else
    [ -e "$here/no-debugger" ] || note_absent py-spy
    : >"$here/no-debugger"
  fi
  [ -s "$file" ] || rm -f "$file"
}

# The launcher of ranks that have RANK may have another variable of these, and is no rank.
found=0
ras=
for name in RANK SLURM_PROCID OMPI_COMM_WORLD_RANK; do
  for folder in /proc/[0-9]*; do
    pid=${folder#/proc/}
    if [ "$pid" = "$$" ] || [ ! -r "$folder/environ" ]; then continue; fi
    rank=$(variable "$pid" "$name")
    case $rank in '' | *[!0-9]*) continue ;; esac
    case $(cat "$folder/comm" 2>/dev/null) in
      sh | bash | dash | srun | slurmstepd | timeout | '') continue ;;
    esac
    found=$((found + 1))
    ask_recorder "$pid" "$rank"
    take_stack "$pid" "$rank" &
    ras=${ras:-$(variable "$pid" NCCL_RAS_ADDR)}
    recorder=$(variable "$pid" TORCH_NCCL_DEBUG_INFO_TEMP_FILE)
    trace=${recorder:-/tmp/nccl_trace_rank_}$rank
    if [ -f "$trace" ]; then cp "$trace" "$here/nccl_trace_rank_$rank"; fi
  done
  [ "$found" -eq 0 ] || break
done
wait
rm -f "$here/no-debugger"

# host:port, where a job has moved NCCL's service from localhost:28028
if [ -n "$ras" ]; then
  save ncclras.txt ncclras -v -h "${ras%:*}" -p "${ras##*:}"
else
  save ncclras.txt ncclras -v
fi
save nvidia-smi.txt nvidia-smi -q
save topology.txt nvidia-smi topo -m
save nvlink.txt nvidia-smi nvlink -e
save ibstat.txt ibstat
save perfquery.txt perfquery
save rdma.txt rdma statistic
for device in /sys/class/net/*/device; do
  interface=${device%/device}
  interface=${interface##*/}
  [ "$interface" = '*' ] || save "ethtool-$interface.txt" ethtool -S "$interface"
done
save sinfo.txt sinfo -R
save node.txt scontrol show node "$node"
if has dmesg; then
  limited dmesg -T 2>/dev/null | tail -n 500 >"$here/dmesg.txt"
  [ -s "$here/dmesg.txt" ] || rm -f "$here/dmesg.txt"
fi

printf '%s: %s processes with a rank; files in %s\n' "$node" "$found" "$here"
[ "$found" -gt 0 ] || printf '%s: no process of this user has RANK in its environment\n' "$node" >&2
