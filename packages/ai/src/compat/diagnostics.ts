import type { AssistantMessageDiagnostic, DiagnosticErrorInfo } from "../contract/diagnostic.ts";
import type { JsonObject } from "../contract/json.ts";
import { formatThrownValue } from "../stream/describe-failure.ts";

export function extractDiagnosticError(error: unknown): DiagnosticErrorInfo {
  if (!(error instanceof Error)) return { name: "ThrownValue", message: formatThrownValue(error) };
  const { name, message, stack } = error;
  const { code } = error as { code?: string | number };
  return { name, message, ...(stack && { stack }), ...(code !== undefined && { code }) };
}

export function createAssistantMessageDiagnostic(
  type: string,
  error: unknown,
  details?: JsonObject,
): AssistantMessageDiagnostic {
  return { type, timestamp: Date.now(), error: extractDiagnosticError(error), ...(details && { details }) };
}

export function appendAssistantMessageDiagnostic<T extends { diagnostics?: AssistantMessageDiagnostic[] }>(
  message: T,
  diagnostic: AssistantMessageDiagnostic,
): void {
  message.diagnostics = [...(message.diagnostics ?? []), diagnostic];
}
