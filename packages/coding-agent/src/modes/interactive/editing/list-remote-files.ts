import type { Session } from "../../../core/session/session.ts";

const MOST_FILES = 5000;

/** Lists the files of a remote workspace with the tool `find`, which searches there. Resolves to none without that tool. */
export async function listRemoteFiles({ tools }: Pick<Session, "tools">, signal: AbortSignal): Promise<string[]> {
  const found = await tools.get("find")?.tool.execute("completion", { pattern: "**/*", limit: MOST_FILES }, signal);
  const text = found?.content.map((block) => (block.type === "text" ? block.text : "")).join("") ?? "";
  // A remark on what was left out stands behind an empty line.
  const [paths = ""] = text.split("\n\n");
  return found?.details === undefined && /^No files found/.test(paths) ? [] : paths.split("\n").filter(Boolean);
}
