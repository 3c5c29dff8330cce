/** Returns the path of a file in the repository. */
export function at(path: string): string;
