/** Path functions on text for both kinds of separators: this package does not access files. */
export function baseName(path: string): string {
  return path.slice(lastSeparator(path) + 1);
}

export function parentDirectory(path: string): string {
  const end = lastSeparator(path);
  if (end < 0) return ".";
  return end === 0 ? path.slice(0, 1) : path.slice(0, end);
}

function lastSeparator(path: string): number {
  return Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
}
