/**
 * Which of several credentials of a provider to use. A session keeps the one it has, sessions are spread over all of
 * them, and one that was rate limited rests until its time is over.
 */
export class CredentialRotation {
  private readonly resting = new Map<string, number>();
  private readonly now: () => number;

  constructor(now: () => number = Date.now) {
    this.now = now;
  }

  /** Indexes in the order to try them; those that rest come last, the one that rests shortest first. */
  order(provider: string, count: number, sessionId = ""): number[] {
    const first = count > 1 ? spread(sessionId) % count : 0;
    const indexes = Array.from({ length: count }, (_, offset) => (first + offset) % count);
    return indexes.sort((a, b) => this.restOf(provider, a) - this.restOf(provider, b));
  }

  rest(provider: string, index: number, durationMs: number): void {
    this.resting.set(`${provider}#${index}`, this.now() + durationMs);
  }

  isResting(provider: string, index: number): boolean {
    return this.restOf(provider, index) > 0;
  }

  private restOf(provider: string, index: number): number {
    return Math.max(0, (this.resting.get(`${provider}#${index}`) ?? 0) - this.now());
  }
}

/** FNV-1a: the same session always starts at the same credential, and similar ids at different ones. */
function spread(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return hash;
}
