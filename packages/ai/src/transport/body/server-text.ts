import { maskSecrets } from "../mask-secrets.ts";

const KEPT = 4_000;

/** Returns text from a server for the debug field: shortened and without secrets. */
export function keptBody(text: string, secrets: readonly string[] = []): string {
  return maskSecrets(text, secrets).slice(0, KEPT);
}

/** Returns text from a server for use in a sentence: one line, shortened, and without control characters for terminals. */
export function shownText(text: string, longest: number): string {
  const printable = text.replace(/\s+/g, " ").replace(CONTROLS, "�").trim();
  return printable.length > longest ? `${printable.slice(0, longest)}…` : printable;
}

const CONTROLS = /[\p{Cc}\ufffd]+/gu;
