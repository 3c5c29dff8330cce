export const HANDOFF_PROMPT = `Write a handoff document for the assistant that continues this work in a new session. It will see your document and nothing else of this conversation.

Cover, as far as they apply: the goal, the constraints the user set, what is done and how it was checked, what is under way, decisions with their reasons, relevant files with what matters in each, open questions, and the next steps in order. Keep paths, names, commands and error texts letter by letter.

Write the document alone, in Markdown. Call no tool.`;

export const HANDOFF_NOTE = "This is the handoff from the previous session. Continue the work from here.";
