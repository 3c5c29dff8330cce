import { recordedFiles } from "../sessions/put-back.ts";
import { type SlashCommand, wordsStarting } from "./command.ts";

const SCOPES = ["turn", "session"] as const;
const MAX_LINES = 2000;

export const diffCommand: SlashCommand = {
  name: "diff",
  givesWay: true,
  description: "Show what the last run, or the session, changed in files",
  argumentHint: "[turn|session]",
  complete: (prefix) => wordsStarting(prefix, SCOPES),
  run: async (context, argument) => {
    const named = argument.trim() || "turn";
    const scope = SCOPES.find((each) => each === named);
    if (!scope) return context.say(`/diff takes turn or session, not "${named}".`, "warning");
    const files = await recordedFiles(context);
    if (!files) return;
    const text = await files.diff(scope);
    const { refusal } = files;
    if (text === "" && refusal !== undefined) return context.say(refusal, "warning");
    if (text === "") return context.say(scope === "turn" ? "The last run changed no file." : "No file was changed.");
    const lines = text.trimEnd().split("\n");
    const more = lines.length > MAX_LINES ? `\n… ${lines.length - MAX_LINES} more lines` : "";
    const fence = "`".repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
    context.screen.showMarkdown(`${fence}diff\n${lines.slice(0, MAX_LINES).join("\n")}${more}\n${fence}`);
  },
};
