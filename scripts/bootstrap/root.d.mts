/** The path of a file of the repository. */
export function at(path: string): string;
