/** The name of a session, or its first message as the user typed it, on one line. */
export function sessionTitle({
  name,
  firstMessage,
}: {
  readonly name?: string | undefined;
  readonly firstMessage: string;
}): string {
  return (name ?? asTyped(firstMessage)).replace(/\s+/g, " ").trim();
}

/** A skill stands in a message with all its text: the command it came from says more. */
function asTyped(message: string): string {
  const skill = /^<skill name="([^"]+)"/.exec(message)?.[1];
  if (skill === undefined) return message;
  const rest = message.split("</skill>")[1]?.trim() ?? "";
  return `/skill:${skill} ${rest}`;
}
