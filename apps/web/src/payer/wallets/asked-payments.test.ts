// Guarantee: a payment that a wallet was asked for is remembered until the chain shows a new deposit, also without
// storage.
import { afterEach, expect, it, vi } from 'vitest';
import type { OrderId, Payment } from '@kobogate/contract';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { findAsked, forgetAsked, rememberAsked } from './asked-payments.ts';

const arrived: Payment['deposits'][number] = {
  transaction: '0x1',
  explorerUrl: null,
  currency: 'USDT',
  network: 'bsc',
  networkName: 'BNB Smart Chain',
  amount: '1',
  state: 'seen',
  confirmations: 1,
  confirmationsNeeded: 3,
  secondsLeft: null,
  isElsewhere: false,
};
const payment = (id: OrderId, deposits = 0) => ({ id, deposits: Array.from({ length: deposits }, () => arrived) });

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

it('remembers a request, then its answer, and deletes it once a deposit has come', () => {
  rememberAsked({ id: 'a', deposits: 1, transaction: null });
  expect(findAsked(payment(idFor<OrderId>('a'), 1))?.transaction).toBeNull();
  rememberAsked({ id: 'a', deposits: 1, transaction: '0x1' });
  expect(findAsked(payment(idFor<OrderId>('a'), 1))?.transaction).toBe('0x1');
  expect(findAsked(payment(idFor<OrderId>('a'), 2))).toBeNull();
  expect(findAsked(payment(idFor<OrderId>('b'), 1))).toBeNull();
  forgetAsked('a');
  expect(findAsked(payment(idFor<OrderId>('a'), 1))).toBeNull();
});

it('remembers without storage for as long as the page is open', () => {
  rememberAsked({ id: 'before', deposits: 0, transaction: '0x1' });
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  rememberAsked({ id: 'c', deposits: 0, transaction: null });
  expect(findAsked(payment(idFor<OrderId>('c')))).not.toBeNull();
  expect(findAsked(payment(idFor<OrderId>('before')))).not.toBeNull();
  vi.restoreAllMocks();
  forgetAsked('c');
  expect(findAsked(payment(idFor<OrderId>('c')))).toBeNull();
});

it('ignores any other stored value', () => {
  for (const stored of ['{', '{"a":1}', '[1,null,{"id":5}]']) {
    localStorage.setItem('kobogate_wallet_payments', stored);
    expect(findAsked(payment(idFor<OrderId>('d')))).toBeNull();
  }
});
