import { type ChooseContext, choose } from "./choose.ts";

/** Asks before an action that cannot be undone. Cancelling means no. */
export async function confirm(
  context: ChooseContext,
  { title, yes, no = "Cancel" }: { title: string; yes: string; no?: string },
): Promise<boolean> {
  const choices = [
    { value: false, label: no },
    { value: true, label: yes },
  ];
  return (await choose(context, { title, choices })) ?? false;
}
