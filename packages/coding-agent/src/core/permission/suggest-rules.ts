import { isAbsolute } from "node:path";
import type { PermissionRequest } from "./permission.ts";
import type { ShellJudgement } from "./shell/judge-script.ts";
import { lineOf, nameOf, type SimpleCommand } from "./shell/shell-script.ts";
import { startsOthers } from "./shell/unwrap-command.ts";

/** A question that would need more rules than this gets no suggestion. */
const MOST_RULES = 5;

/** Programs that run whatever they are given: a prefix rule for them would allow everything. */
const TOO_BROAD: ReadonlySet<string> = new Set(
  [
    "sh bash dash zsh ksh fish env sudo doas su xargs eval exec command builtin source . nice nohup timeout time setsid",
    "python python2 python3 perl ruby node deno bun php lua awk sed find ssh docker podman kubectl npx bunx pnpx uvx",
    "make rm dd curl wget git npm pnpm yarn cargo go gh helm terraform aws gcloud az pip pip3 poetry uv gem mvn gradle",
    "mv cp ln tee chmod chown install truncate tar rsync scp vi vim nvim ed ex emacs less man psql mysql sqlite3",
    "tclsh osascript pwsh Rscript brew apt apt-get",
  ]
    .join(" ")
    .split(" "),
);

/** Programs whose first words name the action, such as `git commit` or `npm run build`, with the number of these words. */
const WORDS: Readonly<Record<string, number>> = {
  cargo: 2,
  docker: 2,
  gh: 3,
  git: 2,
  go: 2,
  make: 2,
  npm: 2,
  pnpm: 2,
  yarn: 2,
};
/** Prefixes whose second word only announces a third one. */
const RUNS: ReadonlySet<string> = new Set(["npm run", "pnpm run", "yarn run", "npm exec", "npm x"]);

/** Returns the narrowest rules that would have answered a question; none if no rule could. */
export function suggestRules(request: PermissionRequest, judgement: ShellJudgement | undefined): string[] {
  if (judgement) return commandRules(judgement, request.tool === "powershell" ? "PowerShell" : "Bash");
  const network = request.tool === "fetch" ? "WebFetch" : request.tool;
  if (request.host !== undefined) return [`${network}(domain:${request.host})`];
  // Path rules do not apply to URLs.
  const paths = request.paths?.every((path) => isAbsolute(path)) ? request.paths : [];
  if (request.effect === "write") return paths.map((path) => `Edit(/${path})`);
  if (request.effect === "read") return paths.map((path) => `Read(/${path})`);
  return [request.tool];
}

function commandRules({ verdict, script, effects, writes }: ShellJudgement, tool: string): string[] {
  if (verdict !== "ask" || script.unclear.length > 0 || effects.length > MOST_RULES) return [];
  const commands = effects.map(patternOf);
  if (commands.some((pattern) => pattern === undefined)) return [];
  return [...new Set([...commands.map((pattern) => `${tool}(${pattern})`), ...writes.map((path) => `Edit(/${path})`)])];
}

function patternOf(command: SimpleCommand): string | undefined {
  const name = nameOf(command);
  if (name === undefined || command.wrappers.length > 0 || command.assignments.length > 0) return undefined;
  const texts = command.words.map(({ text }) => text);
  if (!command.words.every(({ isLiteral }) => isLiteral)) return undefined;
  const count = prefixLength(texts);
  if (count === undefined) return TOO_BROAD.has(name) || startsOthers(command) ? lineOf(command) : `${name}:*`;
  return `${texts.slice(0, count).join(" ")}:*`;
}

/** Returns how many words name the action; `undefined` if the program has no such words. */
function prefixLength(texts: readonly string[]): number | undefined {
  const [name = "", action] = texts;
  const count = Object.hasOwn(WORDS, name) ? WORDS[name] : undefined;
  if (count === undefined || action === undefined || action.startsWith("-")) return undefined;
  const length = RUNS.has(`${name} ${action}`) ? 3 : count;
  const isNamed = texts.slice(1, length).every((text) => /^[\w:.-]+$/.test(text) && !text.startsWith("-"));
  return texts.length >= length && isNamed ? length : undefined;
}
