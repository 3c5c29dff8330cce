import type { AppOptions } from "../tool.ts";

/** Where a tab lives: in Tau's own Chromium, in a program that was started for it, or in a browser that runs already. */
export type BrowserKind =
  | { readonly kind: "own" }
  | { readonly kind: "app"; readonly path: string; readonly args: readonly string[] }
  | { readonly kind: "connected"; readonly url: string };

export function kindOf(app: AppOptions | undefined): BrowserKind {
  if (app?.path !== undefined) return { kind: "app", path: app.path, args: app.args ?? [] };
  if (app?.cdp_url !== undefined) return { kind: "connected", url: app.cdp_url };
  return { kind: "own" };
}

/** Names a kind, for messages and comparison. */
export function describeKind(kind: BrowserKind): string {
  switch (kind.kind) {
    case "own":
      return "Tau's own Chromium";
    case "app":
      return [kind.path, ...kind.args].join(" ");
    case "connected":
      return kind.url;
  }
}
