/** Repairs JSON text whose strings contain raw control characters or unknown escapes. */
export function repairJson(json: string): string {
  return json.replace(/"(?:[^"\\]|\\[\s\S])*"?/g, repairString);
}

export function parseJsonWithRepair<T>(json: string): T {
  try {
    return JSON.parse(json) as T;
  } catch {
    return JSON.parse(repairJson(json)) as T;
  }
}

function repairString(literal: string): string {
  return literal
    .replace(/\\(?:(["\\/bfnrt])|u[0-9a-fA-F]{4}|)/g, (whole) => (whole === "\\" ? "\\\\" : whole))
    .replace(/[\u0000-\u001f]/g, (char) => JSON.stringify(char).slice(1, -1));
}
