import { nowMs, theMachine } from './machine.ts';

const HEX = 16;
const hex = (value: number, digits: number): string => value.toString(HEX).padStart(digits, '0');

/** Stands for the package `uuidv7`: by the process's own clock, ordered, and the same in each run of a schedule. */
export function uuidv7(): string {
  const at = hex(nowMs(), 12);
  const count = hex(theMachine().nextId(), 12);
  return `${at.slice(0, 8)}-${at.slice(8)}-7000-8000-${count}`;
}
