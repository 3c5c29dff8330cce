/**
 * Shell script between Tau and a recorded command: `sh -c SUPERVISOR name <folder> <seconds> <mark> <program>
 * <arguments…>`. The input stays open until SIGUSR1 closes it. If the process named in `owner` has ended and no other
 * replaces it within the given seconds, every process that carries the mark is killed.
 */
export const SUPERVISOR = `
  folder=$1 patience=$2 mark=$3; shift 3
  mkfifo -m 600 "$folder/input" && exec 3<>"$folder/input" || exit 126
  "$@" <"$folder/input" >>"$folder/output" 2>&1 3>&- &
  command=$!
  (
    waited=0
    while [ "$waited" -lt "$patience" ] && sleep 2; do
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
