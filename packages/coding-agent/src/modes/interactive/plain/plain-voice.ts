import type { TUI } from "@tau/tui";
import type { AgentSessionEvent } from "../../../core/session/session-event.ts";
import { createAnnouncer } from "./announce-event.ts";
import { type LinearParts, LinearTui } from "./linear-tui.ts";

/** Where the screen is read out rather than looked at. */
export interface PlainVoice {
  setParts(parts: LinearParts): void;
  hear(event: AgentSessionEvent): void;
}

export function createVoice(tui: TUI): PlainVoice | undefined {
  if (!(tui instanceof LinearTui)) return undefined;
  const announce = createAnnouncer();
  return {
    setParts: (parts) => tui.setParts(parts),
    hear(event) {
      const text = announce(event);
      if (text !== undefined) tui.announce(text);
    },
  };
}
