export type NodeModules = Pick<NodeJS.Process, "getBuiltinModule">;

/** Returns Node's modules, or `undefined` outside Node. Not an import, so that browsers can load this package. */
export function nodeModules(): NodeModules | undefined {
  const { process } = globalThis as { process?: NodeJS.Process };
  return process?.getBuiltinModule ? process : undefined;
}
