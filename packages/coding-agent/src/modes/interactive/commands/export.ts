import { type SlashCommand, wordsStarting } from "./command.ts";

export const exportCommand: SlashCommand = {
  name: "export",
  description: "Write the session to a file: .html, .md or .jsonl",
  argumentHint: "[path]",
  complete: (prefix) => wordsStarting(prefix, ["session.html", "session.md", "session.jsonl"]),
  run: async ({ session, themes, services, say }, argument) => {
    const { exportSession } = await import("../../../core/export/index.ts");
    const path = await exportSession(session, { path: argument.trim(), cwd: services.cwd, theme: themes.current });
    say(`Written to ${path}`);
  },
};
