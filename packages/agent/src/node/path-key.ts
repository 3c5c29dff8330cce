/**
 * A short name for a path, by which something is kept about it that says itself which path it is about. Two paths may share
 * one: it is a matter of milliseconds at every start, for which the runtime's cryptography is not loaded.
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
