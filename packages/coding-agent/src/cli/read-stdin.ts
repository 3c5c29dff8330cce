import { setTimeout as delay } from "node:timers/promises";

const PATIENCE_MS = 3000;

export interface StdinRequest {
  readonly stdin: NodeJS.ReadStream;
  /** There is a prompt without it: a pipe on which nothing ever comes must not hold it up. */
  readonly optional: boolean;
  readonly patienceMs?: number;
  readonly warn: (message: string) => void;
}

/** What was piped in, or `undefined` where nothing was. A terminal is never read. */
export async function readStdin({
  stdin,
  optional,
  patienceMs = PATIENCE_MS,
  warn,
}: StdinRequest): Promise<string | undefined> {
  if (stdin.isTTY) return undefined;
  const chunks: Uint8Array[] = [];
  const first = Promise.withResolvers<"data">();
  const read = async () => {
    for await (const chunk of stdin) {
      chunks.push(chunk as Uint8Array);
      first.resolve("data");
    }
    return "end" as const;
  };
  const reading = read();
  if (optional && (await somethingComes([reading, first.promise], patienceMs)) === "nothing") {
    stdin.destroy();
    await reading.catch(() => undefined);
    warn(
      `nothing came on stdin for ${patienceMs / 1000} s; going on without it. Close it with </dev/null to save the wait.`,
    );
    return undefined;
  }
  await reading;
  const text = Buffer.concat(chunks).toString("utf8");
  return text.trim() === "" ? undefined : text;
}

async function somethingComes<T>(signs: Promise<T>[], patienceMs: number): Promise<T | "nothing"> {
  const given = new AbortController();
  const patience = delay(patienceMs, "nothing" as const, { signal: given.signal }).catch(() => "nothing" as const);
  try {
    return await Promise.race([...signs, patience]);
  } finally {
    given.abort();
  }
}
