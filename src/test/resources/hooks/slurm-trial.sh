# Runs two failing jobs under a Slurm of our own: slurm-trial.sh FOLDER HOOK LOG. Prints the comment of
# the one with --epilog.
set -e
dir=$1 hook=$2 log=$3
here=$(dirname "$0")
mkdir -p "$dir/state" "$dir/spool" "$dir/munge"
chmod 700 "$dir/munge"
ports=$(python3 -c 'import socket
a, b = socket.socket(), socket.socket()
a.bind(("127.0.0.1", 0)); b.bind(("127.0.0.1", 0))
print(a.getsockname()[1], b.getsockname()[1])')
sed "s#@DIR@#$dir#; s#@HOST@#$(hostname -s)#; s#@PORT1@#${ports% *}#; s#@PORT2@#${ports#* }#" \
  "$here/slurm.conf" >"$dir/slurm.conf"
export SLURM_CONF="$dir/slurm.conf"
# slurmctld passes no SLURM_CONF on; a site's file is at its usual place.
printf '#!/bin/sh\nSLURM_CONF=%s exec %s\n' "$SLURM_CONF" "$hook" >"$dir/epilog.sh"
printf '#!/bin/sh\ncat %s\nexit 1\n' "$log" >"$dir/job.sh"
printf '#!/bin/sh\nsrun --epilog=%s %s/job.sh\n' "$hook" "$dir" >"$dir/step.sh"
chmod +x "$dir"/*.sh
head -c 1024 /dev/urandom >"$dir/munge/key"
chmod 600 "$dir/munge/key"
munged --force --key-file="$dir/munge/key" --socket="$dir/munge/socket" --pid-file="$dir/munge/pid" \
  --seed-file="$dir/munge/seed" --log-file="$dir/munge/log"
wait_for() { for _ in $(seq 100); do if "$@"; then return; fi; sleep 0.3; done; return 1; }
gone() { ! kill -0 "$1" 2>/dev/null; }
stop() {
  # A daemon writes its state once more when it ends.
  for pid in $(cat "$dir"/*.pid "$dir/munge/pid"); do
    kill "$pid" 2>/dev/null || continue
    wait_for gone "$pid" || true
  done
}
trap stop EXIT
slurmctld -c
slurmd -N n1
idle() { sinfo -h -o %T | grep -q idle; }
wait_for idle
job=$(sbatch --parsable -o "$dir/batch.log" "$dir/job.sh")
wait_for test -s "$dir/batch.log.why"
job=$(sbatch --parsable -o "$dir/step.log" "$dir/step.sh")
wait_for test -s "$dir/step.log.why"
scontrol show job "$job" | grep Comment=
no_job() { [ -z "$(squeue -h)" ]; }
wait_for no_job
