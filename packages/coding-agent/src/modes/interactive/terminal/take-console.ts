import { format } from "node:util";

const METHODS = ["log", "info", "debug", "warn", "error", "trace"] as const;

/**
 * Keeps output of `console` and `stderr` from the terminal that shows the screen, which it would disturb. If stderr is redirected (`tau 2>
 * file`), all of it goes there. Returns a function that ends this.
 */
export function takeConsole(stderr: NodeJS.WriteStream = process.stderr): () => void {
  const kept = METHODS.map((method) => [method, console[method]] as const);
  const own = Object.getOwnPropertyDescriptor(stderr, "write");
  if (stderr.isTTY) stderr.write = drop as typeof stderr.write;
  for (const method of METHODS) console[method] = (...args: unknown[]) => void stderr.write(`${format(...args)}\n`);
  return () => {
    for (const [method, original] of kept) console[method] = original;
    if (own) Object.defineProperty(stderr, "write", own);
    else Reflect.deleteProperty(stderr, "write");
  };
}

/** Replaces `write`, which may get an encoding before the callback. Drops the text. */
function drop(_chunk: unknown, encoding?: unknown, callback?: unknown): boolean {
  const done = typeof encoding === "function" ? encoding : callback;
  if (typeof done === "function") queueMicrotask(() => done());
  return true;
}
