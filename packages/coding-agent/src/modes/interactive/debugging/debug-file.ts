import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "@tau/agent/make-folder";
import { getLogsDir } from "../../../core/paths/index.ts";
import { VERSION } from "../../../version.ts";
import type { InteractiveContext } from "../interactive-context.ts";

/** Writes the content of the screen and the session to a file for debugging. Only the user can read it. */
export async function writeDebugFile({ screen, session, services }: InteractiveContext): Promise<string> {
  const { tui } = screen;
  const { columns, rows } = tui.terminal;
  const folder = getLogsDir(services.agentDir);
  const path = join(folder, `debug-${new Date().toISOString().replace(/[:.]/g, "-")}.log`);
  const lines = [
    `Tau ${VERSION}, Node ${process.version}, ${process.platform}, ${columns}x${rows}, TERM=${process.env.TERM ?? ""}`,
    `Session ${session.sessionFile ?? "in memory"}, model ${session.model.provider}/${session.model.id}`,
    "--- screen ---",
    ...tui.render(columns).map((line) => JSON.stringify(line)),
    "--- messages ---",
    ...session.messages.map((message) => JSON.stringify(message)),
  ];
  makeFolder(folder, 0o700);
  await writeFile(path, `${lines.join("\n")}\n`, { mode: 0o600 });
  return path;
}
