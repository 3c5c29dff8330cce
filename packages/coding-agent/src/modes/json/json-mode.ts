import type { Prompt } from "../../core/session/input/prompt.ts";
import type { Session } from "../../core/session/session.ts";
import { settled } from "../print/settled.ts";
import { createLineSink, type LineOutput } from "../wire/line-sink.ts";
import { writeEvent } from "../wire/write-event.ts";

/** Writes the session's header, then one event per line, while the prompts run one after the other. */
export async function runJsonMode(session: Session, prompts: readonly Prompt[], stdout: LineOutput): Promise<void> {
  const out = createLineSink(stdout);
  const header = session.log.getHeader();
  if (header) out.write(header);
  const unsubscribe = session.subscribe((event) => writeEvent(event, out));
  try {
    await session.restoreQueue();
    for (const { text, images } of prompts) {
      await session.prompt(text, { images });
      await settled(session);
      // Later prompts were written for a session in which this one succeeded.
      if (session.lastFailure()) break;
    }
  } finally {
    unsubscribe();
    out.flush();
  }
}
