import { closeSync, type FSWatcher, openSync, readSync, watch } from "node:fs";

/** Polling interval for file systems that report no changes. */
const LOOK_MS = 500;
const PART_BYTES = 64 * 1024;

/** Passes everything that is appended to a file to `onData`, from its beginning on. `finish` reads the rest and closes it. */
export function followFile(path: string, onData: (bytes: Buffer) => void): { finish(): void } {
  const descriptor = openSync(path, "r");
  const part = Buffer.alloc(PART_BYTES);
  let position = 0;
  let isOpen = true;
  const read = () => {
    while (isOpen) {
      const length = readSync(descriptor, part, 0, part.length, position);
      if (length === 0) return;
      position += length;
      onData(Buffer.from(part.subarray(0, length)));
    }
  };
  const timer = setInterval(read, LOOK_MS);
  const watcher = changesOf(path, read);
  return {
    finish() {
      if (!isOpen) return;
      clearInterval(timer);
      watcher?.close();
      read();
      isOpen = false;
      closeSync(descriptor);
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
