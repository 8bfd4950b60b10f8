// A user's page has that user's refunds alone, whatever a server of the version before answers.
import type { UserId } from '@kobogate/contract';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { expect, test } from 'vitest';
import { refundsOf } from './user-refunds.tsx';

test('refunds of others, and those whose owner the answer does not name, are not on a user’s page', () => {
  const [own, others] = [{ userId: idFor<UserId>('own') }, { userId: idFor<UserId>('other') }];
  expect(refundsOf([own, others, { userId: null }], own.userId)).toEqual([own]);
});
