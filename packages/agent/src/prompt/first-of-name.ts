export interface NameCollision {
  readonly name: string;
  readonly winnerPath: string;
  readonly loserPath: string;
}

/** The first of each name, in order, and the later ones that lost to it. The same file twice is no collision. */
export function firstOfName<T extends { readonly name: string; readonly filePath: string }>(
  resources: Iterable<T>,
): { kept: T[]; collisions: NameCollision[] } {
  const byName = new Map<string, T>();
  const collisions: NameCollision[] = [];
  for (const resource of resources) {
    const winner = byName.get(resource.name);
    if (!winner) byName.set(resource.name, resource);
    else if (winner.filePath !== resource.filePath) {
      collisions.push({ name: resource.name, winnerPath: winner.filePath, loserPath: resource.filePath });
    }
  }
  return { kept: [...byName.values()], collisions };
}
