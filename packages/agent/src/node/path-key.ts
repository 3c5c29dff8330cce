/**
 * Returns a short key for a path. Two paths may share a key, so the stored data must name its path. A cryptographic hash would load the
 * crypto module at every start.
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
