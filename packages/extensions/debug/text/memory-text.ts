const PER_LINE = 16;

/** Returns bytes as lines of hexadecimal numbers and characters, each with its address. */
export function memoryText(bytes: Buffer, address: string): string {
  const start = /^0x[0-9a-f]+$|^\d+$/i.test(address) ? BigInt(address) : 0n;
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += PER_LINE) {
    const part = bytes.subarray(at, at + PER_LINE);
    const hex = [...part].map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const characters = [...part].map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : ".")).join("");
    lines.push(`0x${(start + BigInt(at)).toString(16)}  ${hex.padEnd(PER_LINE * 3 - 1)}  ${characters}`);
  }
  return lines.join("\n");
}
