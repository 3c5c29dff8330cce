import { batteryRenderers } from "../../../core/extensions/batteries/battery-renderers.ts";
import { Type } from "../../../core/tools/schema.ts";
import { defineCommand } from "../command.ts";

export const exportHtml = defineCommand({
  name: "export_html",
  summary: "Write the session as one HTML file",
  parameters: Type.Object({ outputPath: Type.Optional(Type.String()) }),
  async run({ outputPath: path = "" }, { session, services: { cwd, settings, resources } }) {
    const { exportSession, pageTheme } = await import("../../../core/export/index.ts");
    const { themes } = resources.getThemes();
    const theme = pageTheme(
      settings.get("theme"),
      themes.map((found) => found.theme),
    );
    return { path: await exportSession(session, { path, cwd, theme, findRenderers: batteryRenderers }) };
  },
});
