/**
 * Shell script between Tau and a recorded command: `sh -c SUPERVISOR name <folder> <seconds> <bytes> <mark>
 * <program> <arguments…>`. The input stays open until SIGUSR1 closes it. If the process named in `owner` has ended and no other
 * replaces it within the given seconds, or the output is longer than the given bytes, every process that carries the
 * mark is killed.
 */
export const SUPERVISOR = `
  folder=$1 patience=$2 limit=$3 mark=$4; shift 4
  mkfifo -m 600 "$folder/input" && exec 3<>"$folder/input" || exit 126
  "$@" <"$folder/input" >>"$folder/output" 2>&1 3>&- &
  command=$!
  (
    waited=0
    while [ "$waited" -lt "$patience" ] && sleep 2; do
      if [ "$(wc -c <"$folder/output")" -gt "$limit" ]; then : >"$folder/limit"; break; fi
      if kill -0 "$(cat "$folder/owner")"; then waited=0; else waited=$((waited + 2)); fi
    done
    kill -USR2 $$
  ) >/dev/null 2>&1 3>&- &
  watch=$!
  end_all() {
    for file in $(grep -lsaF -- "$mark" /proc/[0-9]*/environ); do
      pid=\${file#/proc/}
      [ "\${pid%/environ}" = $$ ] || kill -9 "\${pid%/environ}"
    done
    [ ! -e "$folder/limit" ] || printf '\nEnded: the output was longer than %s bytes.\n' "$limit" >>"$folder/output"
    kill -9 -$$
  }
  trap end_all USR2
  trap 'again=1; exec 3>&-' USR1
  again=1
  while [ -n "$again" ]; do again=; wait $command; code=$?; done
  kill $watch
  printf %s "$code" >"$folder/exit.new" && mv "$folder/exit.new" "$folder/exit"
  rm -f "$folder/input"
`;
