export {
  type ContextUsageEstimate,
  calculateContextTokens,
  estimateContextTokens,
  hasUsage,
} from "./context-tokens.ts";
export { estimateTextTokens, estimateTokens } from "./estimate-tokens.ts";
export { addUsage, type MessageTotals, messageTotals } from "./usage-totals.ts";
