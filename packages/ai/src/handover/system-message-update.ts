import type { SystemMessage } from "../contract/messages.ts";
import { contentText } from "./content-text.ts";

/** Renders a later system message as text: its content and the sections it changes. */
export function renderSystemMessageUpdate(message: SystemMessage): string {
  const sections = Object.entries(message.sections ?? {}).map(([name, text]) =>
    text === null ? `The section "${name}" no longer applies.` : `The section "${name}" is now:\n${text}`,
  );
  return [contentText(message.content), ...sections].filter(Boolean).join("\n\n");
}
