import type { Theme } from "../../../../core/themes/index.ts";
import { plainLine } from "../../parts/plain-line.ts";

/** Formats `read src/main.ts 40 lines`: the action, its subject, and a remark. */
export function title(theme: Theme, name: string, subject: string, remark = ""): string {
  const parts = [theme.fg("toolTitle", theme.bold(name)), theme.fg("accent", plainLine(subject))];
  if (remark !== "") parts.push(theme.fg("dim", remark));
  return parts.join(" ");
}
