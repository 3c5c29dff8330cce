/**
 * Sixteen hexadecimal digits that no other name has, in all likelihood. Not a secret: where it matters that a file is new, it is
 * created exclusively. The library for cryptography would cost more than all the rest of a tool.
 */
export function uniqueName(): string {
  return half() + half();
}

function half(): string {
  return Math.floor(Math.random() * 2 ** 32)
    .toString(16)
    .padStart(8, "0");
}
