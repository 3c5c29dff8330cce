import type { Theme } from "@tau/coding-agent";
import { type Component, Container, neutralize, neutralizeLine, Text, TruncatedText } from "@tau/tui";
import type { FoundAnswer } from "./search-chain.ts";
import type { SearchResult } from "./search-provider.ts";
import type { WebSearchArguments } from "./tool.ts";

const SHOWN = 5;

export function drawCall({ query = "", recency }: Partial<WebSearchArguments>, theme: Theme): Component {
  const period = recency ? theme.fg("dim", ` past ${neutralizeLine(recency)}`) : "";
  const title = theme.fg("toolTitle", theme.bold("web_search"));
  return new Text(`${title} ${theme.fg("accent", neutralizeLine(String(query)))}${period}`, 0, 0);
}

/** Draws one row per source; expanded, with the address and the text of each. */
export function drawAnswer(
  { provider, results, skipped }: Pick<FoundAnswer, "provider" | "results" | "skipped">,
  { expanded }: { readonly expanded: boolean },
  theme: Theme,
): Component {
  const drawn = new Container();
  const shown = expanded ? results : results.slice(0, SHOWN);
  const hidden = results.length - shown.length;
  const count = results.length === 1 ? "1 result" : `${results.length} results`;
  drawn.addChild(new Text(theme.fg("muted", `${count} from ${neutralizeLine(provider)}`), 0, 0));
  for (const result of shown) {
    drawn.addChild(new TruncatedText(rowOf(result, theme)));
    if (expanded) drawn.addChild(new Text(detailsOf(result, theme), 0, 0));
  }
  if (hidden > 0) drawn.addChild(new Text(theme.fg("dim", `… ${hidden} more`), 0, 0));
  for (const { name, reason } of skipped)
    drawn.addChild(new Text(theme.fg("warning", neutralizeLine(`${name} was skipped: ${reason}`)), 0, 0));
  return drawn;
}

function rowOf({ title, url, date }: SearchResult, theme: Theme): string {
  const origin = [hostOf(url), neutralizeLine(date ?? "")].filter(Boolean).join(" · ");
  return `${theme.fg("dim", origin)}  ${neutralizeLine(title || url)}`;
}

function detailsOf({ url, snippet }: SearchResult, theme: Theme): string {
  const text = snippet ? [theme.fg("toolOutput", `  ${neutralizeLine(snippet)}`)] : [];
  return [theme.fg("dim", `  ${neutralizeLine(url)}`), ...text].join("\n");
}

export function drawError(
  content: readonly { readonly type: string; readonly text?: string }[],
  theme: Theme,
): Component {
  const text = content.map((block) => block.text ?? "").join("\n");
  return new Text(theme.fg("error", neutralize(text)), 0, 0);
}

function hostOf(url: string): string {
  return neutralizeLine(URL.parse(url)?.host.replace(/^www\./, "") ?? "");
}
