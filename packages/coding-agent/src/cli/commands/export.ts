import { basename, extname, resolve } from "node:path";
import { SessionManager } from "@tau/agent/node";
import { getAgentDir } from "../../core/paths/index.ts";
import { logProblems } from "../../core/session/log-problems.ts";
import { usageError } from "../cli-error.ts";
import { ExitCode } from "../exit-code.ts";
import { findSession } from "../find-session.ts";
import { sessionDirectory } from "../open-session.ts";
import { trustedSettings } from "../resource-flags.ts";
import { readCommandLine } from "./command-line.ts";

export async function run(args: readonly string[]): Promise<number> {
  const { words } = readCommandLine({}, args);
  const [reference, target, ...others] = words;
  if (reference === undefined || others.length > 0) throw usageError("Usage: tau export <session> [file]");
  return await exportFile(reference, target);
}

/** Writes the session beside us, or where asked; the ending decides the form. */
export async function exportFile(reference: string, target: string | undefined): Promise<number> {
  const cwd = process.cwd();
  const directory = sessionDirectory({}, { cwd, settings: await trustedSettings({}, cwd) });
  const { path: source } = await findSession(reference, { cwd, directory });
  const { exportSession } = await import("../../core/export/index.ts");
  const sessionManager = SessionManager.open(source, undefined, undefined, { home: getAgentDir() });
  try {
    for (const problem of logProblems(sessionManager)) process.stderr.write(`tau: ${problem}\n`);
    const path = target ?? `${basename(source, extname(source))}.html`;
    const session = { sessionManager, sessionId: sessionManager.getSessionId() };
    process.stdout.write(`${await exportSession(session, { path: resolve(cwd, path), cwd })}\n`);
  } finally {
    sessionManager.close();
  }
  return ExitCode.done;
}
