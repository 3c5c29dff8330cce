/**
 * Chooses which of several credentials of a provider to use. A session keeps its credential, different sessions start
 * at different credentials, and a rate-limited credential is suspended for a while.
 */
export class CredentialRotation {
  private readonly resting = new Map<string, number>();
  private readonly now: () => number;

  constructor(now: () => number = Date.now) {
    this.now = now;
  }

  /** Returns the indexes in the order to try them. Suspended ones come last, the one with the shortest wait first. */
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

/** Hashes a session id (FNV-1a): the same session always starts at the same credential, and similar ids start at different ones. */
function spread(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return hash;
}
