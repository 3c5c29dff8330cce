/**
 * Returns sixteen random hexadecimal digits, unique in all likelihood. Not secret: callers that need a new file create
 * it exclusively. Uses `Math.random` because loading the crypto module would cost more than the rest of a tool.
 */
export function uniqueName(): string {
  return half() + half();
}

function half(): string {
  return Math.floor(Math.random() * 2 ** 32)
    .toString(16)
    .padStart(8, "0");
}
