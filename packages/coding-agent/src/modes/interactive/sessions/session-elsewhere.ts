import { type ChooseContext, choose } from "../overlays/choose.ts";

/** Asks what to do with a named session that belongs to another folder. */
export async function askAboutElsewhere(
  context: ChooseContext,
  { folder, present }: { folder: string; present: string },
): Promise<"fork" | "open" | undefined> {
  const choices = [
    { value: "fork", label: "Fork it into this folder", description: present },
    { value: "open", label: "Continue in its own folder", description: folder },
    { value: undefined, label: "Cancel" },
  ] as const;
  return await choose<"fork" | "open" | undefined>(context, {
    title: `The session belongs to another folder: ${folder}`,
    choices,
  });
}
