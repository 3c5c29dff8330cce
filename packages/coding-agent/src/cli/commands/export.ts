import { basename, extname, join, resolve } from "node:path";
import { openLog } from "@tau/agent/node";
import { batteryRenderers } from "../../core/extensions/batteries/battery-renderers.ts";
import { printExactly, printRow, printWarning } from "../../core/output/print.ts";
import { getAgentDir } from "../../core/paths/index.ts";
import { logProblems } from "../../core/session/log/log-problems.ts";
import type { ThemeJson } from "../../core/themes/index.ts";
import { usageError } from "../cli-error.ts";
import { ExitCode } from "../exit-code.ts";
import { findSession } from "../sessions/find-session.ts";
import { sessionDirectory } from "../sessions/session-directory.ts";
import { readCommandLine } from "./command-line.ts";
import { commandSettings } from "./command-settings.ts";

export async function run(args: readonly string[]): Promise<number> {
  const { words } = readCommandLine({}, args);
  const [reference, target, ...others] = words;
  if (reference === undefined || others.length > 0) throw usageError("Usage: tau export <session> [file]");
  return await exportFile(reference, target);
}

/** Writes the session to the target path, or to the current folder. The file's extension decides the format. */
export async function exportFile(reference: string, target: string | undefined): Promise<number> {
  const cwd = process.cwd();
  const settings = await commandSettings({}, cwd);
  const directory = sessionDirectory({}, { cwd, settings });
  const { path: source } = await findSession(reference, { cwd, directory });
  const { exportSession, pageTheme } = await import("../../core/export/index.ts");
  const log = openLog(source, undefined, undefined, { home: getAgentDir() });
  try {
    for (const problem of logProblems(log)) printWarning(problem);
    const theme = pageTheme(settings.get("theme"), await ownThemes());
    const path = target ?? `${basename(source, extname(source))}.html`;
    const session = { log, sessionId: log.getSessionId() };
    const written = await exportSession(session, {
      path: resolve(cwd, path),
      cwd,
      theme,
      findRenderers: batteryRenderers,
    });
    // A program gets the exact path. On a terminal the path is printed on one line.
    if (process.stdout.isTTY) printRow(written);
    else printExactly(`${written}\n`);
  } finally {
    log.close();
  }
  return ExitCode.done;
}

/** Loads the themes of the user's folder. An exported page needs none from packages or projects. */
async function ownThemes(): Promise<ThemeJson[]> {
  const { loadThemesAt } = await import("../../core/resources/items/theme-file.ts");
  const describe = (path: string) => ({ path, source: "native", scope: "user", origin: "top-level" }) as const;
  return loadThemesAt(join(getAgentDir(), "themes"), describe).items.map(({ theme }) => theme);
}
