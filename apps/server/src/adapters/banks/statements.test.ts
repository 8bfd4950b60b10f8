// A rail's statement has every transfer once, with its amount, fee and outcome to the kobo, over any number of pages;
// one that can't be read to its end is no statement.
import { toKobo } from '@kobogate/money';
import { randomUUID } from 'node:crypto';
import { ampleDeadline, eventually, startTestBanks, type TestBanks } from '@kobogate/testkit/banks/banks.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StatementLine } from '../../payouts/index.ts';
import { RAIL_NAMES, type RailName, readRails } from '../../configuration/rails.ts';
import { connectRail } from './rails.ts';
import { collectPages } from './statement-pages.ts';

const ACCOUNT = { accountNumber: '0123456785', accountName: 'ADA OBI' };
const CODES: Readonly<Record<RailName, string>> = {
  budpay: '000013',
  paystack: '058',
  flutterwave: '058',
  'flutterwave-v4': '058',
  monnify: '058',
};
/** More than a page of 20, the page size of two of the providers. */
const MANY = 23;

let banks: TestBanks;
beforeAll(async () => {
  banks = await startTestBanks();
  await banks.tellOfAccount({ ...ACCOUNT, bankCode: '000013' });
});
afterAll(() => banks.stop());

function connect(name: RailName) {
  const configuration = readRails(banks.environment).rails.find((rail) => rail.name === name);
  if (configuration === undefined) throw new Error(`no ${name}`);
  return connectRail(configuration, { log: silentLog }).rail;
}

const around = () => ({ from: new Date(Date.now() - 3_600_000), to: new Date(Date.now() + 3_600_000) });

test('[I5] one page over and over, or another than was asked for, is no statement, and is not asked for a thousand times', async () => {
  let asked = 0;
  const reply = { kind: 'answered', status: 200, body: null } as const;
  const collect = (pageOf: (page: number) => number) =>
    collectPages(
      async (page) => {
        asked = page;
        return reply;
      },
      () => ({ lines: [], page: pageOf(asked), isLast: asked === 3 }),
      around(),
    );
  expect(await collect((page) => page)).toEqual({ kind: 'statement', lines: [] });
  for (const pageOf of [() => 1, (page: number) => page * 2 - 1]) {
    expect(await collect(pageOf)).toMatchObject({ kind: 'unanswered' });
    expect(asked).toBe(2);
  }
});

describe.each(RAIL_NAMES)('%s', (name) => {
  test('[I5] every transfer is listed once, with amount, fee and state; an error in the list shows, and half a list is no statement', async () => {
    const rail = connect(name);
    const references: string[] = [];
    for (let index = 0; index < MANY; index += 1) {
      const reference = `kg-${randomUUID().replaceAll('-', '')}-1`;
      references.push(reference);
      await banks.behave(name, index === 0 ? 'fail' : index === 1 ? 'reverse' : 'success');
      const amountKobo = toKobo(1_000_001n + BigInt(index));
      const instruction = { reference, amountKobo, ...ACCOUNT, bankCode: CODES[name], bankName: 'GTB', narration: 'x' };
      expect(await rail.send(instruction, ampleDeadline)).toEqual({ kind: 'accepted' });
    }
    const [failed = '', reversed = '', doubled = '', missing = '', more = '', dear = '', beside = ''] = references;
    const list = async (): Promise<StatementLine[]> => {
      const answer = await rail.statement?.(around());
      if (answer?.kind !== 'statement') throw new Error(answer?.reason ?? 'no statement');
      return [...answer.lines];
    };
    const settled = await eventually(`${name} has settled all`, async () => {
      const lines = await list();
      const isDone = lines.find(({ reference }) => reference === reversed)?.state !== 'paid';
      return isDone && lines.every(({ state }) => state !== 'pending') ? lines : undefined;
    });
    expect(settled.map(({ reference }) => reference).toSorted()).toEqual(references.toSorted());
    // The quick statement that is read before each payout: it has to name every reference, whatever else it leaves out.
    const quick = await rail.statement?.({ ...around(), isQuick: true });
    if (quick?.kind !== 'statement') throw new Error(quick?.reason ?? 'no statement');
    expect(quick.lines.map(({ reference }) => reference).toSorted()).toEqual(references.toSorted());
    const of = (reference: string, lines: StatementLine[]) => lines.filter((line) => line.reference === reference);
    expect(of(failed, settled)).toMatchObject([{ amountKobo: 1_000_001n, feeKobo: 2_500n, state: 'failed' }]);
    const cameBack = name === 'flutterwave' ? 'failed' : 'reversed';
    expect(of(reversed, settled)).toMatchObject([{ amountKobo: 1_000_002n, state: cameBack }]);
    expect(of(doubled, settled)).toMatchObject([{ amountKobo: 1_000_003n, feeKobo: 2_500n, state: 'paid' }]);

    const faults = { doubled, missing, amount: more, fee: dear, foreign: beside };
    for (const [fault, reference] of Object.entries(faults)) await banks.misstate(name, reference, fault);
    const faulty = await list();
    expect(of(doubled, faulty)).toHaveLength(2);
    expect(of(missing, faulty)).toEqual([]);
    expect(of(more, faulty)).toMatchObject([{ amountKobo: 1_000_105n }]);
    expect(of(dear, faulty)).toMatchObject([{ feeKobo: 3_500n }]);
    expect(of(`foreign-${beside}`, faulty)).toHaveLength(1);

    expect(await rail.statement?.({ from: new Date(0), to: new Date(1000) })).toEqual({ kind: 'statement', lines: [] });
    await banks.behave(name, 'down');
    expect(await rail.statement?.(around())).toMatchObject({ kind: 'unanswered' });
  });
});
