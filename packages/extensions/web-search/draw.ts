import type { Theme } from "@tau/coding-agent";
import { type Component, neutralize, neutralizeLine, Text } from "@tau/tui";
import type { FoundAnswer } from "./search-chain.ts";
import type { WebSearchArguments } from "./tool.ts";

const SHOWN = 5;

export function drawCall({ query = "", recency }: Partial<WebSearchArguments>, theme: Theme): Component {
  const period = recency ? theme.fg("dim", ` past ${neutralizeLine(recency)}`) : "";
  const title = theme.fg("toolTitle", theme.bold("web_search"));
  return new Text(`${title} ${theme.fg("accent", neutralizeLine(String(query)))}${period}`, 0, 0);
}

/** Draws one line per source; expanded, with the address and the text of each. */
export function drawAnswer(
  { provider, results, skipped }: Pick<FoundAnswer, "provider" | "results" | "skipped">,
  { expanded }: { readonly expanded: boolean },
  theme: Theme,
): Component {
  const shown = expanded ? results : results.slice(0, SHOWN);
  const hidden = results.length - shown.length;
  const count = results.length === 1 ? "1 result" : `${results.length} results`;
  const lines = [
    theme.fg("muted", `${count} from ${neutralizeLine(provider)}`),
    ...shown.flatMap(({ title, url, snippet, date }) => [
      [neutralizeLine(title || url), theme.fg("dim", [hostOf(url), date ?? ""].filter(Boolean).join(" · "))].join("  "),
      ...(expanded ? [theme.fg("dim", `  ${neutralizeLine(url)}`)] : []),
      ...(expanded && snippet ? [theme.fg("toolOutput", `  ${neutralizeLine(snippet)}`)] : []),
    ]),
    ...(hidden > 0 ? [theme.fg("dim", `… ${hidden} more`)] : []),
    ...skipped.map(({ name, reason }) => theme.fg("warning", neutralizeLine(`${name} was skipped: ${reason}`))),
  ];
  return new Text(lines.join("\n"), 0, 0);
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
