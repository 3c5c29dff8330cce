import { writeExport } from "../../core/export/write-export.ts";
import { batteryRenderers } from "../../core/extensions/batteries/battery-renderers.ts";
import { resolveFrom } from "../../core/paths/index.ts";
import type { Session } from "../../core/session/session.ts";
import type { Workspace } from "../../core/workspace/workspace.ts";

/** Exports the session as a page and resolves to its path. The page has the colours of the named theme, or else of the theme in the settings. */
export async function exportHtml(
  session: Session,
  { resources, settings }: Workspace,
  { path, themeName }: { readonly path: string; readonly themeName: string | undefined },
): Promise<string> {
  const { exportSession, pageTheme } = await import("../../core/export/index.ts");
  const themes = resources.getThemes().themes.map((found) => found.theme);
  const theme = pageTheme(themeName ?? settings.get("theme"), themes);
  return await exportSession(session, { path, cwd: session.log.getCwd(), theme, findRenderers: batteryRenderers });
}

/** Writes the current branch, including its images, and returns the path of the file. */
export function exportJsonl({ log }: Session, outputPath: string): string {
  const path = resolveFrom(log.getCwd(), outputPath);
  const lines = [log.getHeader(), ...log.getBranch()];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  writeExport(path, text, log.getSessionFile());
  return path;
}
