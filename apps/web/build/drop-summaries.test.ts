// The browser's code carries no text of the API's description, and the rest of the contract unchanged.
import { expect, test } from 'vitest';
import { withoutSummaries } from './drop-summaries.ts';

test('empties the summary of each endpoint, however it is written', () => {
  const code =
    "const a = { b: endpoint({ path: '/a', summary: 'One ' + 'two', answer }), c: endpoint({ summary: `d` }) };";
  const bare = "const a = { b: endpoint({ path: '/a', summary: '', answer }), c: endpoint({ summary: '' }) };";
  expect(withoutSummaries(code)).toBe(bare);
});

test('leaves every other summary, such as an order’s and the brand’s', () => {
  const code = "const order = z.object({ summary: z.string() }); const brand = { summary: 'a platform' };";
  expect(withoutSummaries(code)).toBe(code);
});
