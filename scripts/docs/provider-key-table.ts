import { isKeyRequired, keyVariables } from "../../packages/ai/src/auth/env-keys.ts";
import { PROVIDERS } from "../../packages/ai/src/providers/providers.ts";
import { code, markdownTable } from "./markdown-table.ts";

export function providerKeyTable(): string {
  const withKeys = Object.keys(PROVIDERS).filter((id) => keyVariables(id).length > 0);
  const rows = withKeys
    .sort()
    .map((id) => [code(id), keyVariables(id).map(code).join(", "), isKeyRequired(id) ? "" : "works without"]);
  return markdownTable(["provider", "variables, the first that is set counts", ""], rows);
}
