import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { getAuthPath } from "../../core/paths/index.ts";
import { serviceDiagnostics } from "../../core/session/session-services.ts";
import type { Examination, Finding } from "./finding.ts";

export const examineFiles: Examination = async (services) => {
  const problems = serviceDiagnostics(services).map(
    (text): Finding => ({
      state: "problem",
      topic: "file",
      text,
      fix: "Mend the file; until then that part is ignored.",
    }),
  );
  const trusted = services.settings.isProjectTrusted();
  return [
    await homeFinding(services.agentDir),
    ...(await secretFinding(getAuthPath(services.agentDir))),
    ...problems,
    {
      state: "note",
      topic: "folder",
      text: `${services.cwd} is ${trusted ? "trusted" : "not trusted: its own settings, skills and extensions are ignored"}`,
    },
  ];
};

async function homeFinding(home: string): Promise<Finding> {
  try {
    await access(home, constants.W_OK);
    return { state: "ok", topic: "home", text: home };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return { state: "note", topic: "home", text: `${home} will be made when it is needed` };
    const fix = "Sessions and settings cannot be saved: change its owner, or set TAU_HOME.";
    return { state: "problem", topic: "home", text: `${home} cannot be written to (${code})`, fix };
  }
}

async function secretFinding(path: string): Promise<Finding[]> {
  const found = await stat(path).catch(() => undefined);
  if (!found || process.platform === "win32" || (found.mode & 0o077) === 0) return [];
  return [{ state: "problem", topic: "auth", text: `${path} can be read by others`, fix: `Run: chmod 600 ${path}` }];
}
