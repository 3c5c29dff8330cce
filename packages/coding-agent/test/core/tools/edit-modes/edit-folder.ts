import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { AgentTool, AgentToolResult } from "@tau/agent";
import type { ChangeOperations } from "../../../../src/core/tools/edit/edit-modes/change-files.ts";
import type { EditModeName } from "../../../../src/core/tools/edit/edit-modes/choose-mode.ts";
import { type OpenModeOptions, openMode } from "../../../../src/core/tools/edit/edit-modes/index.ts";
import { createGrepTool, createReadTool } from "../../../../src/core/tools/index.ts";
import { tempFolder } from "../../temp-folder.ts";
import { call, textOf } from "../run-tool.ts";

/** A folder with files, and the tools of a session in a mode of `edit`. */
export async function editFolder(
  mode: EditModeName,
  files: Readonly<Record<string, string | Uint8Array>>,
  operations?: ChangeOperations,
  options: OpenModeOptions = {},
) {
  const cwd = await tempFolder();
  const opened = openMode(mode, cwd, { operations, ...options });
  if (!opened) throw new TypeError(`${mode} is the usual mode`);
  const { tool, decorator, effects } = opened;
  const ports = () => decorator && { schemes: [], readers: [], decorators: [decorator] };
  const readTool = createReadTool(cwd, { ports }) as AgentTool;
  const grepTool = createGrepTool(cwd, { ports }) as AgentTool;
  const write = async (path: string, content: string | Uint8Array) => {
    await mkdir(dirname(join(cwd, path)), { recursive: true });
    await writeFile(join(cwd, path), content);
  };
  for (const [path, content] of Object.entries(files)) await write(path, content);
  return {
    cwd,
    tool,
    effects,
    write,
    text: async (path: string) => await readFile(join(cwd, path), "utf8"),
    read: async (path: string) => textOf((await call(readTool, { path })) as AgentToolResult),
    grep: async (pattern: string) => textOf((await call(grepTool, { pattern })) as AgentToolResult),
    edit: async (...lines: string[]) => await call(tool, { input: lines.join("\n") }),
    /** The anchor of the line with this text, as `read` shows it. */
    anchor: async (path: string, text: string) => {
      const shown = textOf((await call(readTool, { path })) as AgentToolResult).split("\n");
      const line = shown.find((each) => each.endsWith(`|${text}`));
      if (line === undefined) throw new TypeError(`read does not show ${text}`);
      return line.slice(0, line.indexOf("|"));
    },
  };
}
