// A payer sees which of a link's own coins have no rate, and of no other coin.
import type { LinkId, SupportedCoin, UserId } from '@kobogate/contract';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { expect, test } from 'vitest';
import type { LinkRecord } from './link.ts';
import { presentLink } from './present-link.ts';

const LINK: LinkRecord = {
  id: idFor<LinkId>('a-sample-link'),
  userId: idFor<UserId>('a-sample-user'),
  name: 'Sample Bakery',
  purpose: 'A loaf',
  amountCurrency: 'NGN',
  amount: '2500.50',
  minimumAmount: null,
  maximumAmount: null,
  coins: ['BTC', 'ETH'],
  accepted: [],
  isOnce: false,
  expiresAt: null,
  successMessage: null,
  redirectUrl: null,
  metadata: {},
  customFields: [],
  bannerImageId: null,
  profileImageId: null,
  state: 'active',
  version: 1,
  createdAt: new Date(0),
  updatedAt: new Date(0),
};
const coin = (currency: string, hasRate: boolean): SupportedCoin => ({ currency, name: '', hasRate, networks: [] });

test('says which coins of the link have no rate', () => {
  const offered = [coin('BTC', false), coin('ETH', true), coin('SOL', false)];
  expect(presentLink(LINK, offered, { medianPayoutSeconds: null }).coinsWithoutRate).toEqual(['BTC']);
});
