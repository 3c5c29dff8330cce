import type { PermissionQuestion, PermissionReply } from "../../../core/permission/session-permission.ts";
import { chooseHints, joinHints } from "../keys/key-text.ts";
import { askText } from "./ask-text.ts";
import { type ChooseContext, choose } from "./choose.ts";

/** Shows what the model wants to do and why it is asked. Escape refuses. */
export async function askPermission(
  context: ChooseContext,
  { request, reason, rules }: PermissionQuestion,
): Promise<PermissionReply> {
  const subject = request.command ?? `${request.tool} ${request.paths?.join(" ") ?? request.host ?? ""}`.trim();
  const scope = rules.join(" ");
  const lasting = [
    { value: "session" as const, label: "Yes, in this session", description: scope },
    { value: "always" as const, label: "Yes, always", description: scope },
  ];
  const chosen = await choose(context, {
    title: `Permit ${request.tool}?`,
    choices: [
      { value: "once" as const, label: "Yes, once", description: subject },
      ...(rules.length > 0 ? lasting : []),
      { value: "no" as const, label: "No", description: reason },
      { value: "why" as const, label: "No, and say why", description: "the model reads your message" },
    ],
    hint: () => joinHints(reason, chooseHints("choose", "no")),
  });
  if (chosen === "why") {
    const message = await askText(context, { title: "What should the model do instead?" });
    return message ? { allow: "no", message } : { allow: "no" };
  }
  return { allow: chosen ?? "no" };
}
