export type NodeModules = Pick<NodeJS.Process, "getBuiltinModule">;

/** The modules of Node where this runs on it; `undefined` elsewhere. Asking instead of importing keeps browsers able to load us. */
export function nodeModules(): NodeModules | undefined {
  const { process } = globalThis as { process?: NodeJS.Process };
  return process?.getBuiltinModule ? process : undefined;
}
