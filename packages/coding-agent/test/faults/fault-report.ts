/** The outcome of one group of faults. */
export interface FaultReport {
  readonly name: string;
  readonly cases: number;
  /** A sentence for each case that went wrong. */
  readonly failures: readonly string[];
  /** Further figures, for the reader. */
  readonly facts?: Readonly<Record<string, string | number>>;
}
