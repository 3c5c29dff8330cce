/** The sources of times and ids of a session. With fixed sources a session can be replayed: the same events produce the same log. */
export interface SessionPorts {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A version-4 UUID. */
  readonly uuid: () => string;
}

export const systemPorts: SessionPorts = { now: Date.now, uuid: randomUuid };

/**
 * Returns a version-4 UUID. The runtime's own function loads the crypto module at its first call, which takes a tenth of the start-up time.
 * The bytes are read from the system's random device if there is one.
 */
export function randomUuid(): string {
  if (used + BYTES > pool.length) refill();
  const bytes = pool.subarray(used, used + BYTES);
  used += BYTES;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const variant = (8 + ((bytes[8] ?? 0) & 3)).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}

const BYTES = 16;
/** Enough bytes for 64 ids, so that a session of some hundred entries refills it rarely. */
const pool = new Uint8Array(64 * BYTES);
let used = pool.length;

function refill(): void {
  if (!readDevice(pool)) crypto.getRandomValues(pool);
  used = 0;
}

function readDevice(bytes: Uint8Array): boolean {
  const files = globalThis.process?.getBuiltinModule?.("node:fs");
  if (!files) return false;
  let device: number | undefined;
  try {
    device = files.openSync("/dev/urandom", "r");
    return files.readSync(device, bytes) === bytes.length;
  } catch {
    // Windows has no such device, and a sandbox may hide it.
    return false;
  } finally {
    if (device !== undefined) files.closeSync(device);
  }
}
