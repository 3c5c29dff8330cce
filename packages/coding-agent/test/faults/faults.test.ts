import { expect, test } from "vitest";
import { runCrowd } from "./crowd.ts";
import { runKilledModes } from "./killed-modes.ts";
import { Random } from "./random.ts";

// The long forms are in `npm run test:faults`.

test("sessions that run at once in one folder do not disturb each other", async () => {
  const { failures, facts } = await runCrowd(8);
  expect(failures).toEqual([]);
  expect(facts).toHaveProperty("peak RSS of a session, MB");
});

test("a kill in any mode loses nothing that was shown, and repeats nothing", async () => {
  const random = new Random(Math.floor(Math.random() * 2 ** 32));
  const { failures } = await runKilledModes(4, random);
  expect(failures, `seed ${random.seed}`).toEqual([]);
});
