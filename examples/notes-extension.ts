/**
 * An extension: notes that the model takes while it works. They lie in the results of its tool, so that each branch of a session has its
 * own, and a resumed one has them back. Run it with: tau -e examples/notes-extension.ts
 */
import type { ExtensionAPI, ExtensionContext } from "@tau/coding-agent";
import { Type } from "typebox";

interface NoteDetails {
  readonly notes: readonly string[];
}

export default function (pi: ExtensionAPI) {
  let notes: readonly string[] = [];

  /** What the tool last said on this branch is what it knows. */
  const remember = (_event: unknown, ctx: ExtensionContext) => {
    notes = [];
    for (const entry of ctx.sessionManager.getBranch())
      if (entry.type === "message" && entry.message.role === "toolResult" && entry.message.toolName === "note")
        notes = (entry.message.details as NoteDetails | undefined)?.notes ?? notes;
    ctx.ui.setStatus("notes", notes.length > 0 ? `${notes.length} notes` : undefined);
  };
  pi.on("session_start", remember);
  pi.on("session_tree", remember);

  pi.registerTool({
    name: "note",
    label: "Note",
    description: "Keeps a fact about this project that will be needed later.",
    promptSnippet: "keeps a fact for later",
    promptGuidelines: ["Use note for decisions and findings that must not be lost when the conversation is shortened."],
    parameters: Type.Object({ text: Type.String({ description: "One sentence" }) }),
    // Two calls at once would each forget the other's note.
    executionMode: "sequential",
    async execute(_id, { text }, _signal, _onUpdate, ctx) {
      notes = [...notes, text];
      ctx.ui.setStatus("notes", `${notes.length} notes`);
      return { content: [{ type: "text", text: `Noted (${notes.length}).` }], details: { notes } };
    },
  });

  /** A summary may lose them: the first request after one is reminded. */
  pi.on("session_compact", () => {
    if (notes.length === 0) return;
    const content = `Your notes so far:\n${notes.map((note) => `- ${note}`).join("\n")}`;
    pi.sendMessage({ customType: "notes", content, display: false }, { deliverAs: "nextTurn" });
  });

  pi.registerCommand("notes", {
    description: "Show the notes of this branch",
    handler: async (_args, ctx) => ctx.ui.notify(notes.length > 0 ? notes.join("\n") : "There are no notes yet."),
  });
}
