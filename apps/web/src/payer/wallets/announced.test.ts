// Guarantee: a wallet's own name is shown as plain, short text and its picture only where nothing has to be fetched for
// it.
import { expect, it } from 'vitest';
import { shownIcon, shownName } from './announced.ts';

it('shows a name without hidden or direction characters, and none where there is none', () => {
  expect(shownName('  Sample\u202E Wal\u0000let\u200B ')).toBe('Sample Wallet');
  expect(shownName('x'.repeat(200))).toHaveLength(40);
  for (const none of ['', ' \u200B', null, 5, { name: 'x' }]) expect(shownName(none)).toBe('');
});

it('shows pictures that are data, and nothing that would be fetched or run', () => {
  const picture = 'data:image/png;base64,AAAA';
  expect(shownIcon(`${picture}\n`)).toBe(picture);
  expect(shownIcon('data:image/svg+xml,<svg/>')).not.toBeNull();
  const others = [
    'https://example.test/icon.png',
    '//example.test/icon.png',
    'javascript:alert(1)',
    'data:text/html,<script>1</script>',
    'data:image/svg+xmlx,',
    `data:image/png;base64,${'A'.repeat(400_000)}`,
    null,
  ];
  for (const other of others) expect(shownIcon(other)).toBeNull();
});
