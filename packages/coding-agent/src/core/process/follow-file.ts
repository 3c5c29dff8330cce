import { closeSync, type FSWatcher, openSync, readSync, watch } from "node:fs";
import { setImmediate } from "node:timers/promises";

/** Polling interval for file systems that report no changes. */
const LOOK_MS = 500;
const PART_BYTES = 64 * 1024;
/** After this many parts, other work gets its turn: the file may grow faster than it is read. */
const PARTS_AT_ONCE = 4;

/** Passes everything that is appended to a file to `onData`, from its beginning on. `finish` reads the rest and closes it. */
export function followFile(path: string, onData: (bytes: Buffer) => void): { finish(): Promise<void> } {
  const descriptor = openSync(path, "r");
  const part = Buffer.alloc(PART_BYTES);
  let position = 0;
  let reading: Promise<void> | undefined;
  let finished: Promise<void> | undefined;
  const readPart = (): boolean => {
    const length = readSync(descriptor, part, 0, part.length, position);
    position += length;
    if (length > 0) onData(Buffer.from(part.subarray(0, length)));
    return length > 0;
  };
  const readAll = async () => {
    for (let parts = 1; readPart(); parts++) if (parts % PARTS_AT_ONCE === 0) await setImmediate();
  };
  const read = () => {
    reading ??= readAll().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  const timer = setInterval(() => void read(), LOOK_MS);
  const watcher = changesOf(path, () => void read());
  const finish = async () => {
    clearInterval(timer);
    watcher?.close();
    try {
      await reading;
      await readAll();
    } finally {
      closeSync(descriptor);
    }
  };
  return {
    finish() {
      finished ??= finish();
      return finished;
    },
  };
}

function changesOf(path: string, onChange: () => void): FSWatcher | undefined {
  try {
    return watch(path, onChange).on("error", () => undefined);
  } catch (error) {
    // The system's limit on watched files is reached; the timer reads this one.
    if (error instanceof Error) return undefined;
    throw error;
  }
}
