#!/bin/sh
# Writes why a Slurm job failed into its comment, and beside its output: slurm-17.out.why.
#
#   EpilogSlurmctld=/etc/slurm/faultbook.sh                for all jobs, in slurm.conf
#   srun --epilog=$PWD/faultbook.sh python3 train.py       for one step, by its user
key=${FAULTBOOK_KEY:-none} # where the server wants one, write it here

if [ "${SLURM_SCRIPT_CONTEXT:-}" = epilog_slurmctld ]; then
  [ "$SLURM_JOB_EXIT_CODE" != 0 ] || exit 0
  # The nodes are not free before this script ends.
  SLURM_SCRIPT_CONTEXT= exec setsid -f timeout 90 "$0" >/dev/null 2>&1
fi

job=${SLURM_JOB_ID:?}
out=$(scontrol show job "$job" | sed -n 's/^ *StdOut=//p')
# A job can name any file as its output; only one that belongs to its user is read.
[ -f "$out" ] || exit 0
exec 3<"$out"
[ "$(stat -Lc %u /dev/fd/3)" = "${SLURM_JOB_UID:-$(id -u)}" ] || exit 0
why=$(tail -c 32000000 <&3 | curl -fsS -m 60 -H "Authorization: Bearer $key" -H 'Accept: text/plain' \
  --data-binary @- '@BASE@/api/v1/diagnoses?detail=short') || exit 0
comment=$(printf '%s\n' "$why" | head -n 1 | cut -c 1-200)
# slurmctld takes a comment while the job runs, and slurmdbd when it has ended.
scontrol update JobId="$job" Comment="$comment" 2>/dev/null ||
  sacctmgr -iQ modify job where jobid="$job" set Comment="$comment"
set -C # no file is overwritten, and no link followed
printf '%s\n' "$why" >"$out.why"
