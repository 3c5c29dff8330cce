import type { ExtensionToolContext } from "@tau/coding-agent";
import type { Tab } from "./tab.ts";

/**
 * Asks the permission policy about the host that a tab shows now, wherever links, redirects or scripts have led it. If the host is refused,
 * the tab is emptied, so that nothing of the page is read. `permitted` holds the hosts that were asked about in this call.
 */
export async function keepToPermittedHosts(
  tab: Tab,
  ctx: Pick<ExtensionToolContext, "permit">,
  permitted: Set<string>,
): Promise<void> {
  const url = URL.parse(tab.page.url());
  if (!url || !/^https?:$/.test(url.protocol) || permitted.has(url.hostname)) return;
  try {
    await ctx.permit({ effect: "network", host: url.hostname });
    permitted.add(url.hostname);
  } catch (error) {
    if (!tab.source.isForeign) await tab.page.goto("about:blank").catch(() => undefined);
    throw error;
  }
}
