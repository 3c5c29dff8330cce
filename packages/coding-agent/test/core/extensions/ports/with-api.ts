import type { ExtensionAPI } from "../../../../src/core/extensions/index.ts";
import { type SessionWithExtensions, type SessionWithOptions, sessionWith } from "../session-with.ts";

/** A session with one extension that registers nothing, and what that was given. */
export async function withApi(options?: SessionWithOptions): Promise<SessionWithExtensions & { pi: ExtensionAPI }> {
  const given: ExtensionAPI[] = [];
  const setup = await sessionWith([(pi) => void given.push(pi)], options);
  const [pi] = given;
  if (!pi) throw new Error("The factory did not run.");
  return { ...setup, pi };
}
