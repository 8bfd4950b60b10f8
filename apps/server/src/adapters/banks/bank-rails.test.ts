// Whatever a bank does with an instruction, each rail reports it correctly: an accepted transfer is never called
// refused, one that may have been accepted is unknown, the reference finds its end, the amount arrives to the kobo, and
// no reference is paid twice.
import { toKobo } from '@kobogate/money';
import { randomUUID } from 'node:crypto';
import { ampleDeadline, eventually, startTestBanks, type TestBanks } from '@kobogate/testkit/banks/banks.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FindAnswer, PayoutInstruction } from '../../payouts/index.ts';
import { RAIL_NAMES, type RailName, readRails } from '../../configuration/rails.ts';
import { type ConnectedRail, connectRail } from './rails.ts';

const ACCOUNT = { accountNumber: '0123456785', accountName: "ADA O'BI" };
const NIP_CODE = '000013';
const CODES: Readonly<Record<RailName, string>> = {
  budpay: NIP_CODE,
  paystack: '058',
  flutterwave: '058',
  'flutterwave-v4': '058',
  monnify: '058',
};
/** Short, so that a missing answer costs little time, and long enough for a real one. */
const IMPATIENT_MS = 1_500;

let banks: TestBanks;
let amount = 1_500_000n;
beforeAll(async () => {
  banks = await startTestBanks();
  await banks.tellOfAccount({ ...ACCOUNT, bankCode: NIP_CODE });
});
afterAll(() => banks.stop());

function connect(name: RailName, timeoutMs?: number): ConnectedRail {
  const { rails, sentences } = readRails(banks.environment);
  const configuration = rails.find((rail) => rail.name === name);
  if (configuration === undefined) throw new Error(sentences.join(' '));
  return connectRail(configuration, { log: silentLog, ...(timeoutMs === undefined ? {} : { timeoutMs }) });
}

/** A new reference and amount each time: some providers refuse two transfers that look alike. */
function instruct(name: RailName, changes: Partial<PayoutInstruction> = {}): PayoutInstruction {
  amount += 1n;
  return {
    reference: `kg-${randomUUID().replaceAll('-', '')}-1`,
    amountKobo: toKobo(amount),
    ...ACCOUNT,
    bankCode: CODES[name],
    bankName: 'Guaranty Trust Bank',
    narration: 'Kobogate conversion',
    ...changes,
  };
}

const ends = ({ rail }: ConnectedRail, reference: string, kind: FindAnswer['kind']) =>
  eventually(`${rail.name} calls ${reference} ${kind}`, async () => {
    const answer = await rail.find(reference);
    return answer.kind === kind ? answer : undefined;
  });

interface Row {
  readonly behaviour: string;
  readonly sent: 'accepted' | 'unknown';
  readonly end: FindAnswer['kind'];
  readonly transfers: number;
  /** How a provider differs from the others. */
  readonly but?: Partial<Record<RailName, FindAnswer['kind']>>;
}
const ROWS: readonly Row[] = [
  { behaviour: 'success', sent: 'accepted', end: 'paid', transfers: 1 },
  { behaviour: 'fail', sent: 'accepted', end: 'failed', transfers: 1 },
  { behaviour: 'slow', sent: 'accepted', end: 'paid', transfers: 1 },
  { behaviour: 'duplicate-callback', sent: 'accepted', end: 'paid', transfers: 1 },
  { behaviour: 'forged-callback', sent: 'accepted', end: 'paid', transfers: 1 },
  { behaviour: 'stale-callback', sent: 'accepted', end: 'paid', transfers: 1 },
  { behaviour: 'reverse', sent: 'accepted', end: 'reversed', transfers: 1, but: { flutterwave: 'failed' } },
  {
    behaviour: 'reverse-then-success',
    sent: 'accepted',
    end: 'reversed',
    transfers: 1,
    but: { flutterwave: 'failed' },
  },
  { behaviour: 'never-ends', sent: 'accepted', end: 'pending', transfers: 1 },
  { behaviour: 'server-error', sent: 'unknown', end: 'paid', transfers: 1 },
  { behaviour: 'wrong-envelope', sent: 'unknown', end: 'paid', transfers: 1, but: { monnify: 'failed' } },
  { behaviour: 'timeout', sent: 'unknown', end: 'not-found', transfers: 0 },
  { behaviour: 'timeout-then-success', sent: 'unknown', end: 'paid', transfers: 1 },
];

// Providers at once, each in turn with itself: most of the time goes by in waiting for what a bank does late.
describe.concurrent.each(RAIL_NAMES)('%s', (name) => {
  test.sequential.each(ROWS)(
    '[P1] $behaviour: $sent when sent, $end when asked',
    async ({ behaviour, sent, end, transfers, but }) => {
      const connected = connect(name, behaviour.startsWith('timeout') ? IMPATIENT_MS : undefined);
      const instruction = instruct(name);
      // The name check that comes before every payout; a rail that needs a login has it then.
      expect(await connected.rail.isUp()).toBe(true);
      await banks.behave(name, behaviour);
      expect(await connected.rail.send(instruction, ampleDeadline)).toMatchObject({ kind: sent });
      await ends(connected, instruction.reference, but?.[name] ?? end);
      expect(await banks.transfersOf(name, instruction.reference)).toEqual(
        Array.from({ length: transfers }, () =>
          expect.objectContaining({
            amountKobo: String(instruction.amountKobo),
            accountNumber: ACCOUNT.accountNumber,
            bankCode: NIP_CODE,
          }),
        ),
      );
    },
  );

  test.sequential('[P1] [M1] the amount that it reports as paid is read to the kobo, and so is the account, true or not', async () => {
    const connected = connect(name);
    const told = async (behaviour: string) => {
      const instruction = instruct(name);
      await banks.behave(name, behaviour);
      await connected.rail.send(instruction, ampleDeadline);
      const { amountKobo } = instruction;
      return { ...(await ends(connected, instruction.reference, 'paid')), half: amountKobo / 2n, amountKobo };
    };
    const { accountNumber } = ACCOUNT;
    const truth = await told('success');
    expect(truth).toMatchObject({ made: { amountKobo: truth.amountKobo, accountNumber } });
    const less = await told('other-amount');
    expect(less).toMatchObject({ made: { amountKobo: less.half, accountNumber } });
    const elsewhere = await told('other-account');
    expect(elsewhere).toMatchObject({ made: { amountKobo: elsewhere.amountKobo, accountNumber: '9999999999' } });
  });

  test.sequential('[P9] down: it says so when asked, and no transfer sent during the outage is called accepted or made', async () => {
    const { rail } = connect(name);
    const instruction = instruct(name);
    await banks.behave(name, 'down');
    expect(await rail.isUp()).toBe(false);
    expect(await rail.isUp()).toBe(true);
    await banks.behave(name, 'down');
    expect((await rail.send(instruction, ampleDeadline)).kind).not.toBe('accepted');
    expect(await rail.find(instruction.reference)).toEqual({ kind: 'not-found' });
    expect(await banks.transfersOf(name, instruction.reference)).toEqual([]);
  });

  test.sequential('[P1] [P12] a reference that comes again is unknown and is not paid a second time', async () => {
    const connected = connect(name);
    const instruction = instruct(name);
    expect(await connected.rail.send(instruction, ampleDeadline)).toEqual({ kind: 'accepted' });
    expect(await connected.rail.send(instruction, ampleDeadline)).toMatchObject({ kind: 'unknown' });
    await ends(connected, instruction.reference, 'paid');
    expect(await banks.transfersOf(name, instruction.reference)).toHaveLength(1);
  });

  test.sequential('[P9] the float is told to the kobo, and falls by what is paid', async () => {
    const connected = connect(name);
    const before = (await connected.rail.floatKobo?.()) ?? 0n;
    const instruction = instruct(name);
    await connected.rail.send(instruction, ampleDeadline);
    await ends(connected, instruction.reference, 'paid');
    const fell = before - ((await connected.rail.floatKobo?.()) ?? 0n);
    expect(fell).toBeGreaterThanOrEqual(instruction.amountKobo);
    expect(fell).toBeLessThan(instruction.amountKobo + 10_000n);
    await banks.behave(name, 'down');
    expect(await connected.rail.floatKobo?.()).toBeNull();
  });

  test.sequential('a transfer that can’t be made is refused for certain, with the reason', async () => {
    const { rail } = connect(name);
    for (const changes of [{ bankCode: '999' }, { amountKobo: toKobo(60_000_000_000n) }]) {
      const instruction = instruct(name, changes);
      expect(await rail.send(instruction, ampleDeadline)).toMatchObject({
        kind: 'refused',
        reason: expect.stringMatching(/\S/),
      });
      expect(await rail.find(instruction.reference)).toEqual({ kind: 'not-found' });
    }
  });

  test.sequential.each([10_000n, 10_001n, 10_010n, 29_999_999_999n])(
    '[M1] %s kobo arrive as %s kobo',
    async (amountKobo) => {
      const instruction = instruct(name, { amountKobo: toKobo(amountKobo) });
      expect(await connect(name).rail.send(instruction, ampleDeadline)).toEqual({ kind: 'accepted' });
      const [transfer] = await banks.transfersOf(name, instruction.reference);
      expect(transfer?.amountKobo).toBe(String(amountKobo));
    },
  );

  test.sequential("[P8] [F-7] banks have the rail's own codes, names come from the bank, and an unknown account has none", async () => {
    const { rail } = connect(name);
    expect(await rail.listBanks()).toContainEqual({ bankName: 'Guaranty Trust Bank', bankCode: CODES[name] });
    const bankCode = CODES[name];
    const known = { bankCode, accountNumber: ACCOUNT.accountNumber };
    expect(await rail.resolveAccount(known)).toEqual({ kind: 'resolved', accountName: ACCOUNT.accountName });
    expect(await rail.resolveAccount({ bankCode, accountNumber: '9999999999' })).toMatchObject({
      kind: 'unresolved',
    });
    expect(await rail.resolveAccount({ ...known, bankCode: '999' })).toMatchObject({ kind: 'unresolved' });
  });

  test.sequential('[W3] callbacks name their reference; where a proof is needed, one without it names none', async () => {
    const connected = connect(name);
    const instruction = instruct(name);
    await banks.behave(name, 'forged-callback');
    await connected.rail.send(instruction, ampleDeadline);
    const callbacks = await eventually('both callbacks', async () => {
      const found = banks.callbacksOf(name, instruction.reference);
      return found.length >= 2 ? found : undefined;
    });
    const read = callbacks.map((callback) => connected.readCallback(callback));
    // BudPay's signature is the same for every body: a callback from any sender only makes us query the payout.
    expect(read).toEqual([name === 'budpay' ? instruction.reference : null, instruction.reference]);
    const genuine = callbacks.at(-1);
    if (genuine === undefined) throw new Error('no callback');
    const changed = { ...genuine, body: Buffer.from(Buffer.from(genuine.body).toString().replace('kg-', 'kh-')) };
    const isOverTheBody = name !== 'budpay' && name !== 'flutterwave';
    expect(connected.readCallback(changed)).toBe(isOverTheBody ? null : instruction.reference.replace('kg-', 'kh-'));
    for (const body of ['', '{', '[]', '"x"', '7', 'null', '{"data":null}', '{"data":{"reference":7}}']) {
      expect(connected.readCallback({ ...genuine, body: Buffer.from(body) })).toBeNull();
    }
  });
});

test('Monnify refuses a second transfer that looks like the first, which may be the first: unknown', async () => {
  const { rail } = connect('monnify');
  const first = instruct('monnify');
  expect(await rail.send(first, ampleDeadline)).toEqual({ kind: 'accepted' });
  const alike = instruct('monnify', { amountKobo: first.amountKobo });
  expect(await rail.send(alike, ampleDeadline)).toMatchObject({ kind: 'unknown' });
  expect(await banks.transfersOf('monnify', alike.reference)).toEqual([]);
});
