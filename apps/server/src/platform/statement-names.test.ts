// A name never stands for two texts, and where names get lost no statement is named any more.
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { expect, test } from 'vitest';
import { createStatementNames } from './statement-names.ts';

const failed = (code: string): Error => Object.assign(new Error('refused'), { code });

test('[O9] one name has another form for each text, and the same one for the same text', () => {
  const [one, other] = [createStatementNames(silentLog), createStatementNames(silentLog)];
  const first = one.nameFor('read-order', 'select 1');
  expect(first).toMatch(/^read-order-/);
  expect(other.nameFor('read-order', 'select 2')).not.toBe(first);
  expect(other.nameFor('read-order', 'select 1')).toBe(first);
  expect(one.nameFor('read-order', 'select 1')).toBe(first);
});

test.each(['26000', '42P05'])('[O9] after %s no statement is named, and each that failed so may run again', (code) => {
  const names = createStatementNames(silentLog);
  expect(names.wereLost(failed('40001'))).toBe(false);
  expect(names.nameFor('read-order', 'select 1')).toBeDefined();
  expect(names.wereLost(failed(code))).toBe(true);
  expect(names.nameFor('read-order', 'select 1')).toBeUndefined();
  expect(names.wereLost(failed(code))).toBe(true);
});
