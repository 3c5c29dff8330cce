import type { BackgroundState } from "../../contract/index.ts";

/** About four thousand tokens for all outcomes that are delivered together, so that a follow-up does not fill the context window. */
const MOST_CHARACTERS = 16_000;

export interface BackgroundOutcome extends BackgroundState {
  readonly output: string;
}

/** Returns the text for the model about work that has ended. The outputs share the available room; if one is too long, only its end is shown. */
export function deliveryText(jobs: readonly BackgroundOutcome[], keep: (text: string) => string | undefined): string {
  const room = Math.floor(MOST_CHARACTERS / jobs.length);
  const sections = jobs.map(({ id, label, status, output }) => {
    const head = `Background work ${id} (${label}) ${status === "completed" ? "is done" : status}.`;
    const text = output.trim();
    return text === "" ? head : `${head}\n\n${text.length > room ? shortened(text, room, keep) : text}`;
  });
  return sections.join("\n\n");
}

function shortened(text: string, room: number, keep: (text: string) => string | undefined): string {
  const place = keep(text);
  const where = place === undefined ? "" : ` All of it: ${place}.`;
  return `[${text.length - room} characters before this are left out.${where}]\n${text.slice(-room)}`;
}
