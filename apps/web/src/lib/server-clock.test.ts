// Guarantee: what the server holds for a while is counted down by its own clock, however wrong a device's is, and a right clock
// is never corrected by a slow network.
import { beforeEach, expect, it, vi } from 'vitest';

const DATE = 'Sat, 21 Nov 2026 13:05:00 GMT';
const AT = Date.parse(DATE);
const HOUR = 3_600_000;

beforeEach(() => void vi.resetModules());
const load = () => import('./server-clock.ts');

it.each([2 * HOUR, -2 * HOUR])('a clock that is wrong by %d ms is put right, to the second', async (wrong) => {
  const { hearServerTime, inServerTime } = await load();
  hearServerTime(DATE, AT + wrong, AT + wrong + 200);
  expect(Math.abs(inServerTime(AT + wrong) - AT)).toBeLessThanOrEqual(1000);
});

it('a right clock stays, also where an answer took half a minute', async () => {
  const { hearServerTime, inServerTime } = await load();
  hearServerTime(DATE, AT - 30_000, AT + 300);
  hearServerTime(DATE, AT + 400, AT + 30_000);
  expect(inServerTime(AT)).toBe(AT);
});

it('what is known moves by less than a second with each answer', async () => {
  const { hearServerTime, inServerTime } = await load();
  hearServerTime(DATE, AT + HOUR, AT + HOUR + 200);
  const known = inServerTime(0);
  hearServerTime(DATE, AT + HOUR + 300, AT + HOUR + 700);
  expect(Math.abs(inServerTime(0) - known)).toBeLessThan(1000);
});

it.each([null, '', 'soon'])('an answer without a date (%j) tells nothing', async (date) => {
  const { hearServerTime, inServerTime } = await load();
  hearServerTime(date, AT + HOUR, AT + HOUR);
  expect(inServerTime(AT)).toBe(AT);
});
