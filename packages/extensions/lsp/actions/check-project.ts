import { access, readdir } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { LspError } from "../lsp-error.ts";
import type { LspCall, Outcome } from "./call.ts";

const MOST_LINES = 50;
/** The text of `bash` for a command that printed nothing. */
const NOTHING_PRINTED = "(no output)";

/** How a whole project is checked, by the file that marks its kind. */
const CHECKS = [
  { marker: "Cargo.toml", name: "Rust", command: "cargo check --message-format=short" },
  { marker: "tsconfig.json", name: "TypeScript", command: "tsc --noEmit" },
  { marker: "go.mod", name: "Go", command: "go build ./..." },
  { marker: "pyproject.toml", name: "Python", command: "pyright" },
  { marker: "pyrightconfig.json", name: "Python", command: "pyright" },
] as const;

/** Checks the whole project with the command of its kind: a call of `bash`, with its permissions and its sandbox. */
export async function checkProject({ cwd, tools, signal }: LspCall): Promise<Outcome> {
  const names = await readdir(cwd);
  const check = CHECKS.find(({ marker }) => names.includes(marker));
  if (!check) {
    const markers = [...new Set(CHECKS.map(({ marker }) => marker))].join(", ");
    throw new LspError(
      "bad-argument",
      `The project cannot be checked as a whole: none of ${markers} is in its folder.`,
    );
  }
  const command = await localCommand(check.command, cwd);
  const { result, isError } = await tools.executeTool("bash", { command }, { signal });
  const text = result.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
  if (!isError && text.trim() === NOTHING_PRINTED)
    return { text: `OK: ${command} found nothing wrong (${check.name})` };
  const lines = text.trim().split("\n");
  const left = lines.length - MOST_LINES;
  const shown = [...lines.slice(0, MOST_LINES), ...(left > 0 ? [`... ${left} more lines`] : [])].join("\n");
  return { text: `Workspace diagnostics (${check.name}, ${command}):\n${shown}`, success: !isError };
}

/** Returns the command with the program of the project, if npm has installed it in the folder or above. */
async function localCommand(command: string, cwd: string): Promise<string> {
  const [program = ""] = command.split(" ");
  for (let folder = cwd; ; folder = dirname(folder)) {
    const path = join(folder, "node_modules/.bin");
    const isThere = await access(join(path, program)).then(
      () => true,
      () => false,
    );
    if (isThere) return `${relative(cwd, path)}/${command}`;
    if (folder === dirname(folder)) return command;
  }
}
