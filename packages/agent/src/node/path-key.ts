/**
 * A short name for a path, for what is kept about it and says in itself which path that is: two paths may share one. A
 * digest would load the runtime's cryptography at every start.
 */
export function pathKey(path: string): string {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (let at = 0; at < path.length; at++) {
    low = Math.imul(low ^ path.charCodeAt(at), 0x01000193);
    high = Math.imul(high ^ (low >>> 13), 0x85ebca6b);
  }
  return [high, low].map((part) => (part >>> 0).toString(16).padStart(8, "0")).join("");
}
