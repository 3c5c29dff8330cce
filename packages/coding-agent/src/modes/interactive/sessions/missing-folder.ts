import { type ChooseContext, choose } from "../overlays/choose.ts";

/** Asks whether to go on here with a session whose folder is gone. The answer is not kept: next time it is asked again. */
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
