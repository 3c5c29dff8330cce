import { asTyped } from "./as-typed.ts";

/** Returns the name of a session, or its first message as the user typed it, on one line. */
export function sessionTitle({
  name,
  firstMessage,
}: {
  readonly name?: string | undefined;
  readonly firstMessage: string;
}): string {
  return (name ?? asTyped(firstMessage)).replace(/\s+/g, " ").trim();
}
