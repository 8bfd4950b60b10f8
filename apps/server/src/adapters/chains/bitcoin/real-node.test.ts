// A real daemon of Bitcoin Core's family behaves as the other tests assume: payments, several outputs, replacements,
// reorganisations and block hashes come from the daemon. Runs on a private test chain where one is installed
// (`bitcoind` or `litecoind` on the PATH, or named by BITCOIND); otherwise it is skipped with a note.
import { createTestBitcoin, type TestBitcoin } from '@kobogate/testkit/chains/bitcoin/bitcoin.ts';
import { type Daemon, findDaemon, startDaemon } from '@kobogate/testkit/chains/bitcoin/daemon.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fieldOf } from '../fields.ts';

const NEEDED = 3;
const COIN = 100_000_000n;
const program = findDaemon();

describe.skipIf(program === undefined)(`on ${program ?? 'no daemon: none is installed'}`, () => {
  let daemon: Daemon;
  let bitcoin: TestBitcoin;
  const watchAll = async (): Promise<void> => bitcoin.watchAll(bitcoin.watchAt(daemon.url));

  beforeAll(async () => {
    daemon = await startDaemon(program ?? '');
    bitcoin = await createTestBitcoin(NEEDED, {
      name: 'regtest',
      genesis: String(await daemon.call('getblockhash', 0)),
    });
    await watchAll();
  });
  afterAll(async () => {
    await Promise.all([daemon.stop(), bitcoin.stop()]);
  });

  test('[H-2] [D5] a payment with several outputs to us is credited once for each, as the daemon counts it', async () => {
    const [one, other] = [await bitcoin.createUser(), await bitcoin.createUser()];
    const [first, second] = [await daemon.spell(one.script), await daemon.spell(other.script)];
    const txid = await daemon.call('sendmany', '', { [first]: 0.12345678, [second]: 1 });
    await watchAll();
    expect(await bitcoin.deposits(one.userId)).toEqual([]);
    await daemon.mine(NEEDED);
    await watchAll();
    expect(await bitcoin.balanceOf(one.userId)).toBe(12_345_678n);
    expect(await bitcoin.balanceOf(other.userId)).toBe(COIN);
    expect((await bitcoin.deposits(one.userId))[0]?.identity.split(':')[0]).toBe(txid);
  });

  test('[D7] of two transactions that spend the same coins, the one that a block has is credited, and once', async () => {
    const { userId, script } = await bitcoin.createUser();
    const first = await daemon.call('sendtoaddress', await daemon.spell(script), 2, '', '', false, true);
    const second = fieldOf(await daemon.call('bumpfee', first), 'txid');
    expect(await daemon.call('getrawmempool')).toEqual([second]);
    await daemon.mine(NEEDED);
    await watchAll();
    const deposits = await bitcoin.deposits(userId);
    expect(deposits.map(({ identity }) => identity.split(':')[0])).toEqual([second]);
    expect(await bitcoin.balanceOf(userId)).toBe(2n * COIN);
  });

  test.each([NEEDED, 64])(
    '[D6] a payment %i blocks deep, which the daemon itself drops from its chain, is taken back, and credited once where it comes again',
    async (depth) => {
      const { userId, script } = await bitcoin.createUser();
      const txid = await daemon.call('sendtoaddress', await daemon.spell(script), 3);
      const raw = await daemon.call('getrawtransaction', txid);
      await daemon.mine(depth);
      await watchAll();
      expect(await bitcoin.balanceOf(userId)).toBe(3n * COIN);
      await daemon.disown(depth);
      // Empty blocks first: the payment waits again, and its old blocks are gone.
      await daemon.mineEmpty(depth + 1);
      await watchAll();
      expect(await bitcoin.balanceOf(userId)).toBe(0n);
      // Of the transactions in dropped blocks the daemon keeps only those of the newest ten waiting: the payer sends
      // the others again.
      await daemon.call('sendrawtransaction', raw);
      await daemon.mine(NEEDED);
      await watchAll();
      expect(await bitcoin.balanceOf(userId)).toBe(3n * COIN);
      expect((await bitcoin.deposits(userId)).map(({ status }) => status)).toEqual(['reverted', 'confirmed']);
    },
  );
});
