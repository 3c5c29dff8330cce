import { quote } from "../connection/posix-script.ts";

/** Larger files are not read whole. */
const MAX_READ_BYTES = 256 * 1024 * 1024;

export function readScript(path: string, maxBytes: number = MAX_READ_BYTES): string {
  return [
    ...existing(path),
    '[ -d "$f" ] && exit 45',
    '[ -f "$f" ] || exit 46',
    '[ -r "$f" ] || exit 47',
    `[ "$(wc -c <"$f")" -gt ${maxBytes} ] && exit 48`,
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

/** Writes the kind of a path (`l` for a link that leads nowhere), its mode and its size, each with a NUL behind it, and the first bytes of a file. */
export function examineScript(path: string, headBytes: number): string {
  return [
    `f=${quote(path)}`,
    '[ -e "$f" ] || { [ -L "$f" ] || exit 44; printf "l\\000\\0000\\000"; exit 0; }',
    'm=$(stat -L -c %a -- "$f" 2>/dev/null || stat -L -f %Lp -- "$f") || exit 47',
    '[ -d "$f" ] && { printf "d\\000%s\\0000\\000" "$m"; exit 0; }',
    '[ -f "$f" ] || { printf "o\\000%s\\0000\\000" "$m"; exit 0; }',
    '[ -r "$f" ] || exit 47',
    // wc of some systems writes blanks before the number.
    'printf "f\\000%s\\000%d\\000" "$m" $(wc -c <"$f")',
    `exec head -c ${headBytes} <"$f"`,
  ].join("\n");
}

/** Writes one path for all names of a file. */
export function identifyScript(path: string): string {
  return `f=${quote(path)}\nr=$(readlink -f -- "$f" 2>/dev/null) && [ -n "$r" ] || r=$f\nprintf %s "$r"`;
}

export function removeScript(path: string): string {
  return [
    `f=${quote(path)}`,
    '[ -e "$f" ] || [ -L "$f" ] || exit 44',
    '[ -d "$f" ] && [ ! -L "$f" ] && exit 45',
    'rm -f -- "$f" || exit 47',
  ].join("\n");
}

export function removeFolderScript(path: string): string {
  return `rmdir -- ${quote(path)} || exit 47`;
}

export function setModeScript(path: string, mode: number): string {
  return [...existing(path), `chmod -- ${mode.toString(8)} "$f" || exit 47`].join("\n");
}

/** Makes the folder of a file, and writes the outermost folder that was made. */
export function makeFolderOfScript(path: string): string {
  return [
    `f=${quote(path)}`,
    `d=\${f%/*}; p=\${d:-/}; m=`,
    `while [ ! -e "$p" ] && [ ! -L "$p" ]; do m=$p; p=\${p%/*}; p=\${p:-/}; done`,
    `mkdir -p -- "\${d:-/}" || { [ -d "$p" ] || exit 50; exit 47; }`,
    'printf %s "$m"',
  ].join("\n");
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
