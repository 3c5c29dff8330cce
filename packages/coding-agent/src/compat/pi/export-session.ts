import { writeExport } from "../../core/export/write-export.ts";
import { batteryRenderers } from "../../core/extensions/batteries/battery-renderers.ts";
import { resolveFrom } from "../../core/paths/index.ts";
import type { Session } from "../../core/session/session.ts";
import type { Workspace } from "../../core/workspace/workspace.ts";

/** Resolves to the path of the page, in the colours of the theme that is named, or else of the one that is set. */
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

/** Writes the present branch, with its images in it, and gives the path of the file. */
export function exportJsonl({ log }: Session, outputPath: string): string {
  const path = resolveFrom(log.getCwd(), outputPath);
  const lines = [log.getHeader(), ...log.getBranch()];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  writeExport(path, text, log.getSessionFile());
  return path;
}
