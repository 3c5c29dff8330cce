/** A problem that the user reads: a wrong argument, a refused source, a marketplace that cannot be used. */
export class PluginError extends Error {
  readonly exitCode: number;

  constructor(message: string, options: ErrorOptions & { readonly exitCode?: number } = {}) {
    super(message, options);
    this.exitCode = options.exitCode ?? 1;
  }
}
