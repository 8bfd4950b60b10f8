// An order's risk is the sum of stated reasons, which the operator weighs and switches; by the same reasons it waits for an
// administrator or is cleared, and by the sum it is sorted and found.
import { DEFAULT_SETTINGS, priorityOf, RISK_RULES, type RiskRule } from '@kobogate/contract';
import { createTestSettings, decideSetting } from '@kobogate/testkit/controls/settings.ts';
import { type TestOrders, useTestOrders } from '@kobogate/testkit/sales/conversions.ts';
import { toKobo } from '@kobogate/money';
import { beforeEach, describe, expect, test } from 'vitest';
import { createOrderCreation } from '../orders/create-order.ts';
import { listOrdersForAdmin } from '../order-views/review/review-orders.ts';
import { decideClearing, describeRisks, type RiskFacts, weigh } from './describe-risks.ts';
import { weighWaiting } from './weigh-orders.ts';
import { whyItWaits } from './why-it-waits.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * 86_400_000);
const CLEAN: RiskFacts = {
  kind: 'conversion',
  nairaKobo: toKobo(5_000_000n),
  bankAccount: { nameResolution: 'resolved', resolvedName: 'SAMPLE PERSON' },
  customerSince: daysAgo(400),
  tier: 2,
  history: { paidOrders: 10, paidKobo: toKobo(50_000_000n), ordersToday: 1, accountChangedAt: daysAgo(90) },
  isLate: false,
  isListed: false,
  now: NOW,
};
const AUTOMATIC = { ...DEFAULT_SETTINGS.clearing, automaticBelowKobo: '100000000000' };
const SETTINGS = { ...DEFAULT_SETTINGS, clearing: AUTOMATIC, approvals: { secondAboveKobo: null } };
const NONE = { paidOrders: 0, paidKobo: toKobo(0n), ordersToday: 1, accountChangedAt: null };

describe('[S5] [D-2] the reasons', () => {
  test('a clean order has none, and is cleared', () => {
    expect(describeRisks(CLEAN, SETTINGS)).toEqual([]);
    expect(decideClearing(CLEAN, SETTINGS)).toBe('processing');
  });

  test.each<[RiskRule, Partial<RiskFacts>]>([
    ['listed-sender', { isListed: true }],
    ['name-denied', { bankAccount: { nameResolution: 'mismatch', resolvedName: 'JOHN DOE' } }],
    ['large', { nairaKobo: toKobo(500_000_000n), history: { ...CLEAN.history, paidKobo: toKobo(5_000_000_000n) } }],
    ['sizeable', { nairaKobo: toKobo(499_999_999n), history: { ...CLEAN.history, paidKobo: toKobo(5_000_000_000n) } }],
    ['name-unconfirmed', { bankAccount: { nameResolution: 'unresolved', resolvedName: null } }],
    ['unusual', { nairaKobo: toKobo(25_000_001n) }],
    ['changed-account', { history: { ...CLEAN.history, accountChangedAt: daysAgo(1.9) } }],
    ['velocity', { history: { ...CLEAN.history, ordersToday: 11 } }],
    ['first-payout', { history: NONE }],
    ['new-account', { customerSince: daysAgo(6.9) }],
    ['late', { isLate: true }],
  ])('%s is stated, weighed, and counts nothing where it is switched off', (rule, facts) => {
    const [only, ...others] = describeRisks({ ...CLEAN, ...facts }, SETTINGS);
    expect(others).toEqual([]);
    expect(only).toMatchObject({ rule, weight: DEFAULT_SETTINGS.risk.rules[rule] });
    expect(only?.text).toMatch(/\.$/);
    const off = { ...DEFAULT_SETTINGS.risk.rules, [rule]: 0 };
    const risk = { waitsFrom: 1, rules: off };
    expect(weigh(describeRisks({ ...CLEAN, ...facts }, { ...SETTINGS, risk }))).toMatchObject({
      risk: 0,
      riskRules: [],
    });
  });

  test('every rule has such a case, and a merchant’s many payments in a day are none', () => {
    expect(new Set(RISK_RULES).size).toBe(11);
    expect(
      describeRisks({ ...CLEAN, kind: 'payment', history: { ...CLEAN.history, ordersToday: 11 } }, SETTINGS),
    ).toEqual([]);
  });

  test('the sum alone makes an order wait, from where the operator says; an unconfirmed name waits although it is off', () => {
    const facts = { ...CLEAN, history: NONE, customerSince: daysAgo(1) };
    const from = (waitsFrom: number | null) =>
      decideClearing(facts, { ...SETTINGS, risk: { ...SETTINGS.risk, waitsFrom } });
    expect([from(26), from(25), from(null)]).toEqual(['processing', 'pending', 'processing']);
    const rules = { ...SETTINGS.risk.rules, 'name-unconfirmed': 0 };
    const unconfirmed = { ...CLEAN, bankAccount: { nameResolution: 'unresolved', resolvedName: null } } as const;
    const policy = { ...SETTINGS, risk: { waitsFrom: null, rules } };
    expect(decideClearing(unconfirmed, policy)).toBe('pending');
    expect(describeRisks(unconfirmed, policy)).toMatchObject([{ weight: 0, holds: true }]);
  });

  test('the priority follows the sum', () => {
    expect([0, 29, 30, 59, 60, 1100].map(priorityOf)).toEqual(['low', 'low', 'medium', 'medium', 'high', 'high']);
  });
});

describe('[S5] orders in the database', () => {
  let orders: TestOrders;
  useTestOrders((its) => {
    orders = its;
  });
  beforeEach(async () => {
    await orders.database.query(`update customer_order set status = 'declined' where status = 'pending'`);
  });
  const dependencies = () => ({ ...orders, settings: createTestSettings(orders.database) });
  const risks = () =>
    orders.database.query<{ id: string; risk: number; priority: string; rules: string; version: number }>(
      `select id, risk, priority, risk_rules::text as rules, version from customer_order where status = 'pending' order by created_at`,
    );

  test('are weighed as they are made, and again while they wait; what is weighed changes nothing that is decided on', async () => {
    const first = await orders.convert('10');
    expect(first).toMatchObject({ risk: 25, riskRules: ['first-payout', 'new-account'], priority: 'low' });
    await orders.fund(await orders.deposit(10));
    await weighWaiting(dependencies());
    const [before] = await risks();
    expect(before).toMatchObject({ risk: 25 });
    // The bank has another name, which was not known when the order was made.
    await orders.database.query(
      `update customer_order set name_resolution = 'mismatch', resolved_name = 'JOHN DOE' where id = $1`,
      [first.id],
    );
    await weighWaiting(dependencies());
    expect(await risks()).toEqual([
      { ...before, risk: 85, priority: 'high', rules: '{name-denied,first-payout,new-account}' },
    ]);
    const rules = { ...DEFAULT_SETTINGS.risk.rules, 'name-denied': 5 };
    await decideSetting(orders.database, orders.admin.userId, 'risk', { waitsFrom: null, rules });
    await weighWaiting(dependencies());
    expect(await risks()).toMatchObject([{ risk: 30, priority: 'medium', version: before?.version }]);
    const why = await whyItWaits(dependencies(), { ...first, riskRules: [] });
    expect(why.map(({ weight }) => weight)).toEqual([15, 10, 5, 0]);
    const decided = await whyItWaits(dependencies(), { ...first, status: 'declined', riskRules: ['name-denied'] });
    expect(decided).toEqual([{ rule: 'name-denied', weight: 5, text: 'Bank has another name.', holds: false }]);
  });

  test('[R2] of many that are made at the same moment, through two processes, those beyond the usual number show that', async () => {
    await orders.clearBelow('1000000000');
    const { rules } = DEFAULT_SETTINGS.risk;
    await decideSetting(orders.database, orders.admin.userId, 'risk', { waitsFrom: 45, rules });
    await orders.fund(await orders.deposit(140));
    const elsewhere = createOrderCreation(orders);
    const terms = { fromCurrency: 'USDT', network: 'ethereum', fromAmount: '10', quoteId: undefined };
    const input = { ...terms, userId: orders.owner.userId, idempotencyKey: undefined };
    const asked = Array.from({ length: 7 }, () => [orders.create(input), elsewhere(input)]).flat();
    const made = (await Promise.all(asked)).map(({ order }) => order);
    expect(made.map(({ funding }) => funding)).toEqual(Array.from({ length: 14 }, () => 'funded'));
    const held = made.filter(({ riskRules }) => riskRules.includes('velocity'));
    expect(held).toHaveLength(4);
    expect(made.filter(({ status }) => status === 'pending')).toEqual(held);
  });

  test('are found by priority and sorted by risk, page after page', async () => {
    for (const risk of [20, 70, 40, 70, 0]) {
      const { id } = await orders.convert('10');
      await orders.database.query(`update customer_order set risk = $2, priority = $3 where id = $1`, [
        id,
        risk,
        priorityOf(risk),
      ]);
    }
    const list = (query: object) => listOrdersForAdmin(orders, { status: 'pending', ...query });
    const all = (await list({ order: 'oldest' })).orders.map(({ id }) => id);
    const byRisk = [1, 3, 2, 0, 4].map((index) => all[index]);
    const found: string[] = [];
    let page = await list({ order: 'riskiest', limit: '2' });
    for (; page.next !== null; page = await list(Object.fromEntries(new URLSearchParams(page.next)))) {
      found.push(...page.orders.map(({ id }) => id));
    }
    expect([...found, ...page.orders.map(({ id }) => id)]).toEqual(byRisk);
    expect(page.total).toBe(5);
    expect((await list({ priority: 'high' })).orders).toMatchObject([{ risk: 70 }, { risk: 70 }]);
    expect((await list({ priority: 'medium' })).orders).toMatchObject([{ risk: 40 }]);
  });
});
