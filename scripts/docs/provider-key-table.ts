import { isKeyRequired, KEY_VARIABLES } from "../../packages/ai/src/auth/env-keys.ts";
import { code, markdownTable } from "./markdown-table.ts";

export function providerKeyTable(): string {
  const rows = Object.entries(KEY_VARIABLES).map(([provider, variables]) => [
    code(provider),
    variables.map(code).join(", "),
    isKeyRequired(provider) ? "" : "works without",
  ]);
  return markdownTable(["provider", "variables, the first that is set counts", ""], rows);
}
