#!/bin/sh
# Records a terminal in which a job fails below `faultbook run`, as the moving picture of README:
#
#   src/build/picture.sh target/faultbook > .github/run.svg
#
# The job prints what a training script prints; what stands below it is what faultbook answers.
set -eu
faultbook=$(realpath "${1:?the start script}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >torchrun <<'JOB'
#!/bin/sh
step=1180
while [ $step -lt 1260 ]; do
  echo "step $step/50000 loss 2.$((400 - step % 97)) lr 1.2e-04 tokens/s 118240"
  step=$((step + 20))
  sleep 0.4
done
cat >&2 <<'ERROR'
[rank3]: Traceback (most recent call last):
[rank3]:   File "/work/train.py", line 141, in <module>
[rank3]:     loss = step(next(batches))
[rank3]:   File "/work/train.py", line 88, in step
[rank3]:     labels = batch["labels_v2"]
[rank3]: KeyError: 'labels_v2'
ERROR
exit 1
JOB
chmod +x torchrun
now() { date +%s%3N; }
start=$(now)
PATH=$folder:$PATH COLUMNS=96 "$faultbook" run -- torchrun train.py 2>&1 | while IFS= read -r line; do
  printf '%s\t%s\n' $(($(now) - start)) "$line"
done >recorded || true
# The first seconds show the command being typed; what came at once appears line by line.
awk -F '\t' -v rows=21 '
  function escape(s) { gsub(/&/, "\\&amp;", s); gsub(/</, "\\&lt;", s); gsub(/>/, "\\&gt;", s); return s }
  BEGIN {
    width = 800; height = rows * 18 + 40; typed = 1.6
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\">", width, height
    print "<title>A job fails below faultbook run, which names the cause, the line and the fix</title>"
    print "<style>svg{background:#16181d;border-radius:8px}text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;"
    print "fill:#d7dae0;white-space:pre;opacity:0;animation:show .01s forwards}.b{font-weight:700;fill:#ffb454}.p{fill:#8bd49c}"
    print "@keyframes show{to{opacity:1}}@media (prefers-reduced-motion:reduce){text{animation-delay:0s!important}}</style>"
    command = "$ faultbook run -- torchrun train.py"
    for (i = 1; i <= length(command); i++)
      printf "<text class=\"p\" x=\"%.1f\" y=\"34\" style=\"animation-delay:%.2fs\">%s</text>\n",
        20 + 7.8 * (i - 1), i * typed / length(command), escape(substr(command, i, 1))
    y = 34; last = typed
  }
  NR < rows {
    at = typed + $1 / 1000
    if (at < last + 0.06) at = last + 0.06
    last = at; y += 18
    text = substr($0, index($0, "\t") + 1)
    class = text ~ /^KeyError|^  Check:/ ? " class=\"b\"" : ""
    printf "<text%s x=\"20\" y=\"%d\" style=\"animation-delay:%.2fs\">%s</text>\n", class, y, at, escape(substr(text, 1, 98))
  }
  END { print "</svg>" }' recorded
