import { BrowserError } from "../browser-error.ts";

const LEGACY = /^(?:p-|::-p-)([a-z]+)(?:\/(.*)|\((.*)\))$/s;

/** Translates the selectors of Puppeteer (`p-text/…`, `::-p-text(…)`) to those of Playwright. Others are returned unchanged. */
export function translateSelector(selector: string): string {
  if (selector.trim() === "") throw new BrowserError("invalid-arguments", "The selector is empty.");
  const [, kind, slashed, called] = LEGACY.exec(selector) ?? [];
  if (kind === undefined) {
    if (/^(?:p-|::-p-)/.test(selector))
      throw new BrowserError(
        "invalid-arguments",
        `${selector} is not a selector: write p-text/…, p-xpath/…, p-pierce/… or p-aria/…`,
      );
    return selector;
  }
  const value = slashed ?? called ?? "";
  switch (kind) {
    case "text":
      return `text=${value}`;
    case "xpath":
      return `xpath=${value}`;
    case "pierce":
      return value;
    case "aria":
      return ariaSelector(value);
    default:
      throw new BrowserError(
        "invalid-arguments",
        `There is no selector p-${kind}/. Use p-text/, p-xpath/, p-pierce/ or p-aria/, or a CSS selector.`,
      );
  }
}

/** Understands `Name`, `Name[role="button"]` and `[role="button"]`. */
function ariaSelector(value: string): string {
  const role = /\[role=["']?([\w-]+)["']?\]/.exec(value)?.[1];
  const name = value.replace(/\[role=[^\]]*\]/, "").trim();
  const quoted = JSON.stringify(name);
  if (role !== undefined) return name === "" ? `role=${role}` : `role=${role}[name=${quoted}]`;
  return `internal:label=${quoted}s >> visible=true`;
}
