import { Type } from "../../../core/tools/schema.ts";
import { defineCommand } from "../command.ts";

export const exportHtml = defineCommand({
  name: "export_html",
  summary: "Write the session as one HTML file",
  parameters: Type.Object({ outputPath: Type.Optional(Type.String()) }),
  async run({ outputPath: path = "" }, { session, services: { cwd } }) {
    const { exportSession } = await import("../../../core/export/index.ts");
    return { path: await exportSession(session, { path, cwd }) };
  },
});
