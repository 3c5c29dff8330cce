import type { Session } from "../../../core/session/session.ts";

export interface RawEvent {
  readonly number: number;
  readonly at: string;
  readonly model: string;
  readonly text: string;
}

const MAX_EVENTS = 1000;
const MAX_CHARACTERS = 512_000;
const MAX_EVENT_CHARACTERS = 64_000;

/** The events that a provider has sent, as they came, within limits: the newest 1000, 512,000 characters, 64,000 of one. */
export class RawEvents {
  private readonly kept: RawEvent[] = [];
  private characters = 0;
  private count = 0;

  get events(): readonly RawEvent[] {
    return this.kept;
  }

  add(data: unknown, model: string, now: Date = new Date()): void {
    const whole = typeof data === "string" ? data : (JSON.stringify(data) ?? String(data));
    const over = whole.length - MAX_EVENT_CHARACTERS;
    const text = over > 0 ? `${whole.slice(0, MAX_EVENT_CHARACTERS)}… [${over} more characters]` : whole;
    this.kept.push({ number: ++this.count, at: now.toISOString(), model, text });
    this.characters += text.length;
    while (this.kept.length > MAX_EVENTS || (this.characters > MAX_CHARACTERS && this.kept.length > 1))
      this.characters -= this.kept.shift()?.text.length ?? 0;
  }
}

const recorded = new WeakMap<Session, RawEvents>();

/** Returns the events of the session. The first call starts the recording: until then nothing is kept. */
export function rawEventsOf(session: Session): RawEvents {
  const known = recorded.get(session);
  if (known) return known;
  const events = new RawEvents();
  recorded.set(session, events);
  const { agent } = session;
  const earlier = agent.onProviderStreamEvent;
  agent.onProviderStreamEvent = (data, model) => {
    events.add(data, `${model.provider}/${model.id}`);
    return earlier?.(data, model);
  };
  return events;
}
