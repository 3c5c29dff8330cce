import type {
  ExtensionEventOf,
  ExtensionEventResultOf,
  ProjectTrustContext,
  ProjectTrustEvent,
  ProjectTrustEventResult,
  ResourcesDiscoverEvent,
  ResourcesDiscoverResult,
} from "../contract/index.ts";
import { ask, type Dispatch } from "./dispatch.ts";

/** Events that are emitted before an action, which handlers may cancel or change. */
export const BEFORE_EVENTS = [
  "session_before_switch",
  "session_before_fork",
  "session_before_compact",
  "session.compacting",
  "session_before_tree",
] as const;

export type BeforeEventName = (typeof BEFORE_EVENTS)[number];

/** Returns the last answer. An answer that cancels ends the round. */
export async function emitBefore<K extends BeforeEventName>(
  dispatch: Dispatch,
  event: ExtensionEventOf<K> & { type: K },
): Promise<ExtensionEventResultOf<K> | undefined> {
  let latest: ExtensionEventResultOf<K> | undefined;
  for (const registration of dispatch.handlersOf(event.type)) {
    const answer = await ask<K>(dispatch, registration, event, dispatch.createContext());
    if (answer === undefined) continue;
    latest = answer;
    if ((answer as { cancel?: boolean }).cancel) return latest;
  }
  return latest;
}

export type DiscoveredPaths = Record<keyof ResourcesDiscoverResult, { path: string; extensionPath: string }[]>;

/** Collects all paths that handlers return, with the extension that returned each. */
export async function emitResourcesDiscover(
  dispatch: Dispatch,
  event: ResourcesDiscoverEvent,
): Promise<DiscoveredPaths> {
  const found: DiscoveredPaths = { skillPaths: [], promptPaths: [], themePaths: [] };
  for (const registration of dispatch.handlersOf("resources_discover")) {
    const answer = await ask<"resources_discover">(dispatch, registration, event, dispatch.createContext());
    for (const kind of ["skillPaths", "promptPaths", "themePaths"] as const) {
      for (const path of answer?.[kind] ?? []) found[kind].push({ path, extensionPath: registration.extensionPath });
    }
  }
  return found;
}

/** Returns the first yes or no, or `undefined` if no handler decides. */
export async function emitProjectTrust(
  dispatch: Pick<Dispatch, "handlersOf" | "report">,
  event: ProjectTrustEvent,
  ctx: ProjectTrustContext,
): Promise<ProjectTrustEventResult | undefined> {
  for (const { extensionPath, handler } of dispatch.handlersOf("project_trust")) {
    try {
      const answer = (await handler(event, ctx)) as ProjectTrustEventResult | undefined;
      if (answer?.trusted === "yes" || answer?.trusted === "no") return answer;
    } catch (error) {
      dispatch.report(extensionPath, event.type, error);
    }
  }
  return undefined;
}
