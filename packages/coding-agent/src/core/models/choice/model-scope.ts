import type { Model, ModelThinkingLevel } from "@tau/ai";
import { currentReference } from "../../auth/provider-names.ts";
import { modelName } from "../model-name.ts";
import { isThinkingLevel } from "../thinking-level.ts";
import { resolveModelReference } from "./model-reference.ts";

export interface ScopedModel {
  model: Model;
  /** Set only if the pattern names a level. */
  thinkingLevel?: ModelThinkingLevel;
}

export interface ModelScopeDiagnostic {
  type: "warning";
  code: "no-match" | "invalid-thinking-level" | "ambiguous";
  message: string;
  pattern: string;
}

export interface ModelScope {
  scopedModels: ScopedModel[];
  diagnostics: ModelScopeDiagnostic[];
}

/**
 * Returns the models that match the patterns, in the patterns' order and each once. `*` and `?` stand for any text and
 * any character.
 */
export function resolveModelScope(patterns: readonly string[], models: readonly Model[]): ModelScope {
  const scoped = new Map<string, ScopedModel>();
  const diagnostics: ModelScopeDiagnostic[] = [];
  for (const pattern of patterns.map((text) => currentReference(text.trim())).filter(Boolean)) {
    const found = /[*?]/.test(pattern) ? matchGlob(pattern, models) : matchOne(pattern, models);
    for (const entry of found.scopedModels) {
      const name = modelName(entry.model);
      if (!scoped.has(name)) scoped.set(name, entry);
    }
    diagnostics.push(...found.diagnostics);
  }
  return { scopedModels: [...scoped.values()], diagnostics };
}

function matchOne(pattern: string, models: readonly Model[]): ModelScope {
  const request = { text: pattern, thinkingSuffix: "lenient", fuzzy: true } as const;
  const result = resolveModelReference(request, models, () => true);
  if (result.status === "not-found") return noMatch(pattern);
  const level = result.thinkingLevel ? { thinkingLevel: result.thinkingLevel } : {};
  const diagnostics = result.warning ? [warning("invalid-thinking-level", pattern, result.warning)] : [];
  if (result.status === "resolved") return { scopedModels: [{ model: result.model, ...level }], diagnostics };
  const names = result.candidates.map(modelName).join(", ");
  return {
    scopedModels: result.candidates.map((model) => ({ model, ...level })),
    diagnostics: [...diagnostics, warning("ambiguous", pattern, `"${pattern}" means several models: ${names}`)],
  };
}

function matchGlob(pattern: string, models: readonly Model[]): ModelScope {
  const colon = pattern.lastIndexOf(":");
  const suffix = colon < 0 ? undefined : pattern.slice(colon + 1);
  const level = isThinkingLevel(suffix) ? suffix : undefined;
  const expression = globExpression(level ? pattern.slice(0, colon) : pattern);
  const matching = models.filter((model) => expression.test(modelName(model)) || expression.test(model.id));
  if (matching.length === 0) return noMatch(pattern);
  return {
    scopedModels: matching.map((model) => ({ model, ...(level ? { thinkingLevel: level } : {}) })),
    diagnostics: [],
  };
}

function globExpression(glob: string): RegExp {
  const escaped = glob.replace(/[.+^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll("*", ".*").replaceAll("?", ".")}$`, "i");
}

function noMatch(pattern: string): ModelScope {
  return { scopedModels: [], diagnostics: [warning("no-match", pattern, `No model fits "${pattern}"`)] };
}

function warning(code: ModelScopeDiagnostic["code"], pattern: string, message: string): ModelScopeDiagnostic {
  return { type: "warning", code, message, pattern };
}
