import { BrowserError } from "../browser-error.ts";

export interface TargetPage {
  readonly url: string;
  readonly title: string;
}

const INTERNAL = /^(?:devtools|chrome-extension|chrome-untrusted|edge|background|chrome):/i;
const MOST_LISTED = 20;

/** Returns the page whose URL or title contains the text. Without one, the first page that is not the browser's own. */
export function chooseTarget<T extends TargetPage>(pages: readonly T[], target: string | undefined): T {
  const wanted = target?.toLowerCase();
  const isWanted = ({ url, title }: T) =>
    wanted === undefined
      ? !INTERNAL.test(url)
      : url.toLowerCase().includes(wanted) || title.toLowerCase().includes(wanted);
  const found = pages.find(isWanted) ?? (wanted === undefined ? pages[0] : undefined);
  if (found) return found;
  const listed = pages
    .slice(0, MOST_LISTED)
    .map(({ url, title }) => `- ${title === "" ? "(no title)" : title}: ${url}`);
  const what = wanted === undefined ? "The browser has no page." : `No page target matched "${target}".`;
  throw new BrowserError("no-target", [what, ...(listed.length > 0 ? ["Pages:", ...listed] : [])].join("\n"));
}
