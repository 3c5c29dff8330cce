import { quote } from "../connection/posix-script.ts";

/** What a remote workspace is, found out in one round trip. */
export interface RemoteFacts {
  readonly cwd: string;
  readonly home: string;
  readonly os: string;
  readonly shell: "bash" | "sh";
  readonly hasRipgrep: boolean;
  /** `branch main`, `detached HEAD` or `no repository`. */
  readonly branch: string;
  /** From the top folder down to the workspace. */
  readonly contextFiles: readonly { readonly path: string; readonly content: string }[];
}

const MAX_CONTEXT_BYTES = 65_536;
/** The first of these in a folder counts, as on this machine. */
const CONTEXT_NAMES = "AGENTS.override.md AGENTS.md AGENTS.MD CLAUDE.md CLAUDE.MD";

/** Writes the facts, each with a NUL behind it, and then the path and content of each file with instructions. */
export function surveyScript(path: string): string {
  return [
    `unset CDPATH; f=${quote(folderArgument(path))}`,
    'cd -- "$f" 2>/dev/null || { [ -d "$f" ] && exit 47; exit 44; }',
    "d=$(pwd -P)",
    'say() { printf "%s\\000" "$1"; }',
    'say "$d"; say "$(cd && pwd -P || echo "$HOME")"; say "$(uname -s 2>/dev/null) $(uname -m 2>/dev/null)"',
    'say "$(command -v bash >/dev/null 2>&1 && echo bash || echo sh)"',
    'say "$(rg --version >/dev/null 2>&1 && echo yes)"',
    'say "$(git -c core.fsmonitor=false rev-parse --is-inside-work-tree 2>/dev/null && git symbolic-ref -q --short HEAD 2>/dev/null)"',
    "while :; do",
    `for n in ${CONTEXT_NAMES}; do`,
    `[ -f "$d/$n" ] && [ -r "$d/$n" ] && { say "$d/$n"; head -c ${MAX_CONTEXT_BYTES} <"$d/$n" | tr -d "\\000"; say ""; break; }`,
    "done",
    `[ "\${d:-/}" = / ] && exit 0; d=\${d%/*}`,
    "done",
  ].join("\n");
}

/** A relative path begins at the home folder, where every ssh command starts. */
function folderArgument(path: string): string {
  const plain = path.replace(/^~(?:\/+|$)/, "");
  return plain.startsWith("/") ? plain : `./${plain}`;
}

export function readFacts(output: Buffer): RemoteFacts {
  const [cwd = "/", home = "/", os = "", shell, ripgrep, git = "", ...files] = output
    .toString()
    .split("\0")
    .slice(0, -1);
  const contextFiles = [];
  for (let at = 0; at + 1 < files.length; at += 2)
    contextFiles.unshift({ path: (files[at] ?? "").replace(/^\/\//, "/"), content: files[at + 1] ?? "" });
  return {
    cwd,
    home,
    os,
    shell: shell === "bash" ? "bash" : "sh",
    hasRipgrep: ripgrep === "yes",
    branch: branchOf(git),
    contextFiles,
  };
}

/** Accepts only names that git allows, because the model takes the text as a fact. */
function branchOf(said: string): string {
  const [isInside, branch = ""] = said.split("\n");
  if (isInside !== "true") return "no repository";
  return /^[^\s~^:?*[\\<>]{1,100}$/.test(branch) ? `branch ${branch}` : "detached HEAD";
}
