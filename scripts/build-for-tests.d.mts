/** Builds the CLI if a source is newer. */
export default function buildForTests(): void;
/** Builds the libraries and their declarations if a source is newer. */
export function buildTypesForTests(): void;
