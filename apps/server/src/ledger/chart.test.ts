// The accounts of the ledger: each has the code under which its postings are for ever, the side that increases it, and
// whether it may go below zero. A customer's never may.
import type { UserId } from '@kobogate/contract';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { expect, test } from 'vitest';
import * as chart from './chart.ts';

const ada = idFor<UserId>('ada');
const BTC = 'BTC';

test.each<[() => chart.AccountRef, string, string, chart.AccountKind, 'debit' | 'credit', boolean]>([
  [() => chart.custody(BTC), 'custody:BTC', BTC, 'custody', 'debit', true],
  [() => chart.customer(ada, BTC), 'customer:BTC:ada', BTC, 'customer', 'credit', false],
  [() => chart.held(ada, BTC), 'held:BTC:ada', BTC, 'held', 'credit', false],
  [() => chart.suspense(ada, BTC), 'suspense:BTC:ada', BTC, 'suspense', 'credit', false],
  [() => chart.unclaimed(BTC), 'suspense:BTC:unknown', BTC, 'suspense', 'credit', false],
  [() => chart.refunding(ada, BTC), 'refunding:BTC:ada', BTC, 'refunding', 'credit', false],
  [() => chart.receivable(ada, BTC), 'receivable:BTC:ada', BTC, 'receivable', 'debit', false],
  [() => chart.unexplained(BTC), 'receivable:BTC:unknown', BTC, 'receivable', 'debit', false],
  [() => chart.exchange(BTC), 'exchange:BTC', BTC, 'exchange', 'credit', true],
  [() => chart.treasury(BTC), 'treasury:BTC', BTC, 'treasury', 'debit', true],
  [() => chart.networkFees(BTC), 'network-fees:BTC', BTC, 'network-fees', 'debit', true],
  [() => chart.operatorFunds(BTC), 'operator-funds:BTC', BTC, 'operator-funds', 'credit', true],
  [() => chart.payable(ada), 'payable:NGN:ada', 'NGN', 'payable', 'credit', false],
  [() => chart.payoutInTransit('budpay'), 'payout-in-transit:NGN:budpay', 'NGN', 'payout-in-transit', 'credit', false],
  [() => chart.railFloat('budpay'), 'rail-float:NGN:budpay', 'NGN', 'rail-float', 'debit', true],
  [() => chart.railFees('budpay'), 'rail-fees:NGN:budpay', 'NGN', 'rail-fees', 'debit', true],
  [() => chart.spreadIncome(), 'spread-income:NGN', 'NGN', 'spread-income', 'credit', true],
  [() => chart.vatDue(), 'vat-due:NGN', 'NGN', 'vat-due', 'credit', true],
  [() => chart.stampDutyCost(), 'stamp-duty-cost:NGN', 'NGN', 'stamp-duty-cost', 'debit', true],
  [() => chart.stampDutyDue(), 'stamp-duty-due:NGN', 'NGN', 'stamp-duty-due', 'credit', true],
  [() => chart.writtenOff(), 'written-off:NGN', 'NGN', 'written-off', 'debit', true],
])('[L1] the account $1', (open, code, asset, kind, normalSide, mayGoNegative) => {
  expect(open()).toEqual({ code, asset, kind, normalSide, mayGoNegative });
});
