import { quote } from "../connection/posix-script.ts";

/** Larger files are not read whole. */
const MAX_READ_BYTES = 256 * 1024 * 1024;

export function readScript(path: string): string {
  return [
    ...existing(path),
    '[ -d "$f" ] && exit 45',
    '[ -f "$f" ] || exit 46',
    '[ -r "$f" ] || exit 47',
    `[ "$(wc -c <"$f")" -gt ${MAX_READ_BYTES} ] && exit 48`,
    'exec cat <"$f"',
  ].join("\n");
}

export function accessScript(path: string, rights: "read" | "change"): string {
  return [...existing(path), '[ -r "$f" ] || exit 47', ...(rights === "change" ? ['[ -w "$f" ] || exit 47'] : [])].join(
    "\n",
  );
}

export function makeFolderScript(path: string): string {
  return `mkdir -p -- ${quote(path)} || { [ -e ${quote(path)} ] && exit 50; exit 47; }`;
}

/** Writes the kind of a path and, of a folder, the kind and name of each entry, each with a NUL behind it. */
export function listScript(path: string): string {
  return [
    ...existing(path),
    '[ -d "$f" ] || { printf "f\\000"; exit 0; }',
    'cd -- "$f" && [ -r . ] || exit 47',
    'printf "d\\000"',
    "for n in * .[!.]* ..?*; do",
    '[ -e "$n" ] || [ -L "$n" ] || continue',
    'if [ -d "$n" ]; then printf "d%s\\000" "$n"; else printf "f%s\\000" "$n"; fi',
    "done",
  ].join("\n");
}

/**
 * Writes stdin to a file: first to a new file beside it, which takes its place once it is complete and has its mode. A connection that is lost
 * meanwhile leaves the file as it was. A file with several names, or in a folder that takes no new file, is overwritten from a complete copy.
 */
export function writeScript(path: string, bytes: number): string {
  return [
    `f=${quote(path)}`,
    'i=0; while [ -L "$f" ]; do',
    `i=$((i+1)); [ $i -gt 40 ] && exit 44; l=$(readlink -- "$f"; echo x) || exit 44; l=\${l%?x}`,
    `case $l in /*) f=$l;; *) f=\${f%/*}/$l;; esac; done`,
    '[ -d "$f" ] && exit 45',
    '[ -e "$f" ] && [ ! -f "$f" ] && exit 46',
    '[ -e "$f" ] && [ ! -w "$f" ] && exit 47',
    `d=\${f%/*}; [ -d "\${d:-/}" ] || exit 44`,
    "t=$d/.tau-$0.tmp",
    `trap 'rm -f -- "$t"' EXIT; trap 'exit 49' HUP INT TERM`,
    // Other users cannot read the new file before it has its mode. In a subshell, because a redirection that fails ends some shells.
    'n() { ( umask 077; : >"$t" ) 2>/dev/null; }',
    `n || { [ -e "$f" ] || exit 47; t=\${TMPDIR:-/tmp}/tau-$0.tmp; o=1; n || exit 47; }`,
    'cat >"$t" || exit 51',
    `[ "$(wc -c <"$t")" -eq ${bytes} ] || exit 49`,
    'if [ -e "$f" ]; then',
    'm=$(stat -c "%a %h %u:%g" -- "$f" 2>/dev/null || stat -f "%Lp %l %u:%g" -- "$f") || exit 47',
    'set -- $m; [ "$2" = 1 ] || o=1',
    'if [ "$o" = 1 ]; then cat <"$t" >"$f"; exit; fi',
    'chown -- "$3" "$t" 2>/dev/null; chmod -- "$1" "$t" || exit 47',
    'else chmod -- "$(printf %o $((0666 & ~0$(umask))))" "$t"',
    "fi",
    'mv -f -- "$t" "$f"',
  ].join("\n");
}

function existing(path: string): string[] {
  return [`f=${quote(path)}`, '[ -e "$f" ] || exit 44'];
}
