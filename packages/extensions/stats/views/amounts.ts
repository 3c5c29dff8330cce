/** Writes numbers as people read them: `950`, `12.3k`, `4.5M`. */
export function count(number: number): string {
  if (number >= 999_950_000) return `${(number / 1_000_000_000).toFixed(1)}G`;
  if (number >= 999_950) return `${(number / 1_000_000).toFixed(1)}M`;
  if (number >= 9_999.5) return `${(number / 1000).toFixed(1)}k`;
  return Math.round(number).toLocaleString("en");
}

export function dollars(amount: number): string {
  if (amount === 0) return "$0";
  if (amount < 0.01) return "<$0.01";
  return `$${amount < 1000 ? amount.toFixed(2) : Math.round(amount).toLocaleString("en")}`;
}

export function percent(share: number): string {
  return `${share > 0 && share < 0.1 ? (share * 100).toFixed(1) : Math.round(share * 100)} %`;
}

export function duration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

/** Shortens a path to its end, which tells projects apart. */
export function shortPath(path: string, home: string): string {
  if (path === "") return "(unknown)";
  return path === home ? "~" : path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
