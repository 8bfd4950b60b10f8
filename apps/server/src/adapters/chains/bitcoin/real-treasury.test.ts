// A real daemon of Bitcoin Core's family accepts what the treasury plans and the offline key tool signs: its own scan
// finds our coins, and it relays and mines the sweep. Skipped with a note where no daemon is installed.
import type { PlanId, RefundId } from '@kobogate/contract';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { bitcoinAddressSource } from '@kobogate/addresses';
import {
  type BitcoinPlanned,
  formatFile,
  type Plan,
  PLAN_FORMAT,
  type Planned,
  readSignedPlans,
} from '@kobogate/plans';
import { type Daemon, findDaemon, startDaemon } from '@kobogate/testkit/chains/bitcoin/daemon.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OwnAddress } from '../../../custody/index.ts';
import { createBitcoinTreasuryWallet } from './bitcoin-treasury-wallet.ts';

const NEEDED = 3;
const COIN = 100_000_000n;
/** BIP-84's own test vector: a publicly known phrase. */
const WORDS = `${'abandon '.repeat(11)}about`;
const source = bitcoinAddressSource(
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs',
  'segwit',
);
const ROOT = resolve(import.meta.dirname, '../../../../../..');
/** BIP-86's own vector. */
const PAYEE = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr';
const program = findDaemon();

function required(planned: Planned | undefined): BitcoinPlanned {
  if (planned?.kind !== 'bitcoin') throw new Error('nothing was planned');
  return planned;
}

/** The function that `npm run keys -- sign` runs, on a file and words alone. */
async function sign(plan: Plan): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'kobogate-sign-'));
  try {
    const file = join(folder, 'plan.json');
    await writeFile(file, formatFile(plan));
    const args = [join(ROOT, 'node_modules/tsx/dist/cli.mjs'), join(ROOT, 'apps/keys/src/main.ts'), 'sign', file];
    const child = spawn(process.execPath, [...args, '--yes'], { stdio: ['pipe', 'ignore', 'inherit'] });
    child.stdin.end(WORDS);
    await new Promise((settled) => child.once('close', settled));
    return readSignedPlans(await readFile(`${file}.signed`, 'utf8'))?.[0]?.signed ?? [];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe.skipIf(program === undefined)(`on ${program ?? 'no daemon: none is installed'}`, () => {
  let daemon: Daemon;
  const treasury: OwnAddress = { chain: 1, index: 0, ...(source.treasury?.() ?? source.derive(0)) };
  const depositAt = (index: number): OwnAddress => ({ chain: 0, index, ...source.derive(index) });
  const deposits = [depositAt(0), depositAt(1)];
  const treasuryWallet = () => createBitcoinTreasuryWallet({ rpcUrl: daemon.url, confirmations: NEEDED });
  const pay = async ({ addressKey }: OwnAddress, amount: number): Promise<unknown> =>
    daemon.call('sendtoaddress', await daemon.spell(addressKey), amount);
  const signed = async (planned: Planned | undefined): Promise<string> => {
    const transactions = [required(planned)];
    const plan: Plan = {
      format: PLAN_FORMAT,
      id: idFor<PlanId>('sample'),
      network: 'mainnet',
      madeAt: '',
      transactions,
    };
    return (await sign(plan))[0] ?? '';
  };
  const amounts = async () =>
    new Map(
      (await treasuryWallet().holdings([treasury, ...deposits])).map(({ address, amount }) => [
        address.address,
        amount,
      ]),
    );
  const wish = { treasury, deposits, refunds: [], isSweep: true, leastOf: () => 0n };

  beforeAll(async () => {
    daemon = await startDaemon(program ?? '');
  });
  afterAll(() => daemon.stop(), 60_000);

  test('a sweep of what its scan finds is passed on and mined, and the treasury has the rest to the unit', async () => {
    const [one, other] = deposits;
    if (one === undefined || other === undefined) throw new Error('no addresses');
    await pay(one, 0.12345678);
    await pay(other, 1);
    await daemon.mine(NEEDED - 1);
    // Coins that the policy does not call final are counted and not spent.
    expect((await treasuryWallet().draft(wish)).transactions).toEqual([]);
    await daemon.mine(1);
    expect(await amounts()).toEqual(
      new Map([
        [one.address, 12_345_678n],
        [other.address, COIN],
      ]),
    );

    const [planned] = (await treasuryWallet().draft(wish)).transactions;
    const raw = await signed(planned);
    const accepted = await daemon.call('testmempoolaccept', [raw]);
    expect(Array.isArray(accepted) ? accepted[0] : undefined).toMatchObject({ allowed: true });
    const txid = await treasuryWallet().identify(required(planned), raw);
    await treasuryWallet().broadcast(raw);
    await treasuryWallet().broadcast(raw);
    expect(await daemon.call('getrawmempool')).toEqual([txid]);
    await daemon.mine(NEEDED);
    await treasuryWallet().broadcast(raw);
    expect(await amounts()).toEqual(new Map([[treasury.address, 112_345_678n - required(planned).fee]]));
  });

  test('[D7] a refund that waits is replaced at a higher fee, by one that excludes the old one', async () => {
    await pay(treasury, 0.5);
    await daemon.mine(NEEDED);
    const refund = { id: idFor<RefundId>('sample'), asset: 'BTC@mainnet', amount: COIN / 10n, address: PAYEE };
    const [planned] = (await treasuryWallet().draft({ ...wish, refunds: [refund], isSweep: false })).transactions;
    const old = await signed(planned);
    const txid = (await treasuryWallet().identify(required(planned), old)) ?? '';
    await treasuryWallet().broadcast(old);

    const waiting = [{ planned: required(planned), txid }];
    const ready = { treasury, deposits, confirmations: NEEDED, readTo: null };
    const drafted = await treasuryWallet().replacing?.draft(waiting, ready);
    const next = drafted === undefined || 'refusal' in drafted ? undefined : drafted.transactions[0];
    const raw = await signed(next);
    expect(required(next).outputs[0]).toEqual(required(planned).outputs[0]);
    const accepted = await daemon.call('testmempoolaccept', [raw]);
    expect(Array.isArray(accepted) ? accepted[0] : undefined).toMatchObject({ allowed: true });
    await treasuryWallet().broadcast(raw);
    expect(await daemon.call('getrawmempool')).toEqual([await treasuryWallet().identify(required(next), raw)]);
    await expect(treasuryWallet().broadcast(old)).rejects.toThrow(/refused/);
    await daemon.mine(1);
    await expect(treasuryWallet().broadcast(old)).rejects.toThrow(/refused/);
    // A transaction that still waits has no coin left: a block may have paid it.
    const late = await treasuryWallet().replacing?.draft(waiting, ready);
    expect(late).toMatchObject({ refusal: expect.stringMatching(/No coin/) });
  });
});
