import { type ChooseContext, choose } from "../overlays/choose.ts";

/** Asks whether to continue a session here whose folder no longer exists. The answer is not stored, so the question comes again next time. */
export async function askForFolder(
  context: ChooseContext,
  { missing, present }: { missing: string; present: string },
): Promise<boolean> {
  const choices = [
    { value: true, label: "Continue here", description: present },
    { value: false, label: "Cancel" },
  ];
  return (await choose(context, { title: `The session's folder is gone: ${missing}`, choices })) ?? false;
}
