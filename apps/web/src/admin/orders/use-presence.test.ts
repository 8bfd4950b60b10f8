// Who looks at an order is readable in a row however long the names are, and whole in the panel.
import { expect, test } from 'vitest';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import type { OrderId, UserId } from '@kobogate/contract';
import { lookersText, shortLookersText } from './use-presence.ts';

const lookers = (...names: string[]) =>
  names.map((by) => ({
    orderId: idFor<OrderId>('one'),
    adminId: idFor<UserId>(by),
    by,
    since: '2026-11-21T13:08:09Z',
  }));

test('[S2] one by name, several by initials, the rest by number; everybody by name where there is room', () => {
  const long = ['Ada Obi', 'Chukwuemeka Nnamdi-Okonkwo', 'Bola Ade', 'Super Admin'];
  expect([0, 1, 2, 3, 4].map((count) => shortLookersText(lookers(...long.slice(0, count))))).toEqual([
    '',
    'Ada\u00a0O.',
    'AO, CN',
    'AO, CN, BA',
    'AO, CN, BA +1',
  ]);
  expect(shortLookersText(lookers('Chukwuemeka Nnamdi-Okonkwo'))).toBe('Chukwuemeka\u00a0N.');
  expect(lookersText(lookers(...long))).toBe(
    'Ada Obi, Chukwuemeka Nnamdi-Okonkwo, Bola Ade and Super Admin look at it',
  );
  expect([lookersText(lookers('Ada Obi')), lookersText([])]).toEqual(['Ada Obi looks at it', '']);
});
