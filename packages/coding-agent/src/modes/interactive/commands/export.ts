import { existsSync } from "node:fs";
import { batteryRenderers } from "../../../core/extensions/batteries/battery-renderers.ts";
import { resolveFrom } from "../../../core/paths/index.ts";
import { confirm } from "../overlays/confirm.ts";
import { type SlashCommand, wordsStarting } from "./command.ts";

export const exportCommand: SlashCommand = {
  name: "export",
  description: "Write the session to a file: .html, .md or .jsonl",
  argumentHint: "[path]",
  complete: (prefix) => wordsStarting(prefix, ["session.html", "session.md", "session.jsonl"]),
  run: async (context, argument) => {
    const { session, themes, services, say } = context;
    const path = argument.trim();
    if (path !== "" && existsSync(resolveFrom(services.cwd, path))) {
      const title = `${path} already exists. Replace it?`;
      if (!(await confirm(context, { title, yes: "Replace it" }))) return;
    }
    const { exportSession } = await import("../../../core/export/index.ts");
    const written = await exportSession(session, {
      path,
      cwd: services.cwd,
      theme: themes.current,
      findRenderers: batteryRenderers,
    });
    say(`Written to ${written}`);
  },
};
