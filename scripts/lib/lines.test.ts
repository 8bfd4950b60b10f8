// The terminal shows the server's warnings and errors in short, its output outside of the log, and nothing else.
import { expect, test } from 'vitest';
import { shorten } from './lines.mjs';

test.each([
  ['{"level":30,"msg":"ready"}', undefined],
  ['{"level":40,"msg":"a timer failed","err":{"message":"no answer"}}', 'warning: a timer failed: no answer'],
  ['{"level":50,"msg":"a payout needs a decision"}', 'error: a payout needs a decision'],
  ['EVM_XPUB is missing.', 'EVM_XPUB is missing.'],
  ['', undefined],
  ['null', undefined],
])('%s', (line, shown) => {
  expect(shorten(line)).toBe(shown);
});
