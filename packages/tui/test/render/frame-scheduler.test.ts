import { expect, test } from "vitest";
import { type FrameClock, FrameScheduler } from "../../src/render/frame-scheduler.ts";

class ManualClock implements FrameClock {
  time = 0;
  tasks: { at: number; run: () => void }[] = [];
  now = () => this.time;

  schedule(run: () => void, delayMs: number): () => void {
    const task = { at: this.time + delayMs, run };
    this.tasks.push(task);
    return () => {
      this.tasks = this.tasks.filter((other) => other !== task);
    };
  }

  advance(ms: number): void {
    this.time += ms;
    const due = this.tasks.filter((task) => task.at <= this.time);
    for (const task of due) {
      this.tasks = this.tasks.filter((other) => other !== task);
      task.run();
    }
  }
}

function scheduled() {
  const clock = new ManualClock();
  const frames: number[] = [];
  const scheduler = new FrameScheduler(() => frames.push(clock.time), clock);
  return { clock, frames, scheduler };
}

test("P-TUI-12 many requests within a frame time are one frame, 16 ms after the last", () => {
  const { clock, frames, scheduler } = scheduled();
  scheduler.request();
  scheduler.request();
  clock.advance(0);
  expect(frames).toEqual([0]);
  for (let ms = 1; ms <= 40; ms++) {
    scheduler.request();
    clock.advance(1);
  }
  expect(frames).toEqual([0, 16, 32]);
});

test("an idle scheduler holds no timer", () => {
  const { clock, frames, scheduler } = scheduled();
  scheduler.request();
  clock.advance(100);
  expect(frames).toEqual([100]);
  expect(clock.tasks).toEqual([]);
});

test("drawing now takes the place of the frame that was due", () => {
  const { clock, frames, scheduler } = scheduled();
  scheduler.request();
  scheduler.drawNow();
  clock.advance(100);
  expect(frames).toEqual([0]);
});

test("a request made while drawing is the next frame", () => {
  const clock = new ManualClock();
  const frames: number[] = [];
  const scheduler: FrameScheduler = new FrameScheduler(() => {
    frames.push(clock.time);
    if (frames.length < 3) scheduler.request();
  }, clock);
  scheduler.request();
  for (let ms = 0; ms < 100; ms++) clock.advance(1);
  expect(frames).toEqual([1, 17, 33]);
});

function requestEachMs(scheduled: { clock: ManualClock; scheduler: FrameScheduler }, count: number): void {
  for (let ms = 0; ms < count; ms++) {
    scheduled.scheduler.request();
    scheduled.clock.advance(1);
  }
}

test("a stream is drawn at a steady pace, until it pauses or a key comes", () => {
  const screen = scheduled();
  const { clock, frames, scheduler } = screen;
  requestEachMs(screen, 300);
  expect(frames).toEqual([1, 17, 33, 49, 65, 81, 97, 113, 129, 179, 229, 279]);
  scheduler.hasten();
  requestEachMs(screen, 30);
  expect(frames.slice(12)).toEqual([301, 317]);
  clock.advance(500);
  frames.length = 0;
  requestEachMs(screen, 40);
  expect(frames).toEqual([846, 862]);
});

test("after a key the frame that is due comes sooner, and none that was not asked for", () => {
  const { clock, frames, scheduler } = scheduled();
  scheduler.request();
  clock.advance(1);
  scheduler.request();
  clock.advance(1);
  scheduler.hasten();
  clock.advance(2);
  expect(frames).toEqual([1]);
  clock.advance(1);
  expect(frames).toEqual([1, 5]);
  scheduler.hasten();
  expect(clock.tasks).toEqual([]);
});
