import type { CustomMessage } from "@tau/agent";
import type { CustomMessageDraft } from "../contract/index.ts";

export function customMessage(draft: CustomMessageDraft): CustomMessage {
  const { customType, content, display, details } = draft;
  return {
    role: "custom",
    customType,
    content,
    display,
    ...(details === undefined ? {} : { details }),
    timestamp: Date.now(),
  };
}
