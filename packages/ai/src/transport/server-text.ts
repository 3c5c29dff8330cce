import { maskSecrets } from "./mask-secrets.ts";

const KEPT = 4_000;

/** What a server sent, as the debug field keeps it: cut, and without secrets. */
export function keptBody(text: string, secrets: readonly string[] = []): string {
  return maskSecrets(text, secrets).slice(0, KEPT);
}

/** What a server sent, as part of a sentence: one line, cut, and without what a terminal would act on. */
export function shownText(text: string, longest: number): string {
  const printable = text.replace(/\s+/g, " ").replace(CONTROLS, "�").trim();
  return printable.length > longest ? `${printable.slice(0, longest)}…` : printable;
}

const CONTROLS = /[\p{Cc}\ufffd]+/gu;
