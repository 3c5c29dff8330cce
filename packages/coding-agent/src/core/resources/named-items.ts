import { realPath } from "@tau/agent/node";
import type { ResourceDiagnostic, SourceInfo } from "./source-info.ts";

interface NamedItem {
  readonly name: string;
  readonly sourceInfo: SourceInfo;
}

/** Keeps the first item of each name. A file that is reached twice counts as one; two files with the same name are reported. */
export function firstOfEachName<Item extends NamedItem>(
  resourceType: string,
  items: readonly Item[],
): { items: Item[]; diagnostics: ResourceDiagnostic[] } {
  const byName = new Map<string, Item>();
  const diagnostics: ResourceDiagnostic[] = [];
  for (const item of items) {
    const winner = byName.get(item.name);
    if (!winner) byName.set(item.name, item);
    else if (realPath(winner.sourceInfo.path) !== realPath(item.sourceInfo.path)) {
      diagnostics.push(collision(resourceType, winner, item));
    }
  }
  return { items: [...byName.values()], diagnostics };
}

function collision(resourceType: string, winner: NamedItem, loser: NamedItem): ResourceDiagnostic {
  const [winnerPath, loserPath] = [winner.sourceInfo.path, loser.sourceInfo.path];
  return {
    type: "collision",
    path: loserPath,
    message: `${resourceType} "${loser.name}" is already there from ${winnerPath}; this one is left out`,
    collision: {
      resourceType,
      name: loser.name,
      winnerPath,
      loserPath,
      winnerSource: winner.sourceInfo.source,
      loserSource: loser.sourceInfo.source,
    },
  };
}
