// No transfer is planned that a changed runtime would read as another call, or of coins that are locked where they are.
import type { RefundId } from '@kobogate/contract';
import type { PolkadotPlanned } from '@kobogate/plans';
import { createChain, createRuntime, PALLETS, serveRpc } from '@kobogate/testkit/chains/polkadot/node.ts';
import { polkadotAddressSource } from '@kobogate/testkit/custody/address-sources.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { accountKey, fromHex, writeAccount } from '@kobogate/substrate';
import { expect, test } from 'vitest';
import type { OwnAddress } from '../../../custody/index.ts';
import { createPolkadotTreasuryWallet } from './polkadot-treasury-wallet.ts';

const source = polkadotAddressSource('15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5');
const treasury: OwnAddress = { chain: 1, index: 0, ...(source.treasury?.() ?? source.derive(0)) };
const wish = { treasury, deposits: [], refunds: [], isSweep: true, leastOf: () => 0n };

test('a plan is drafted only for a runtime whose transfer call has the numbers that the signer writes', async () => {
  const chain = createChain(createRuntime(1));
  const { url, close } = await serveRpc(chain, 0);
  try {
    const treasuryWallet = createPolkadotTreasuryWallet({ rpcUrl: url });
    const answers: string[] = [];
    for (const [at, places] of [PALLETS, { ...PALLETS, Balances: 12 }].entries()) {
      const upgrade = createRuntime(2 + at, places);
      chain.extend({ time: BigInt(at), extrinsics: [], events: [], upgrade });
      chain.finalise(chain.best().header.number);
      answers.push(await treasuryWallet.draft(wish).then(String, String));
    }
    expect(answers).toEqual([expect.not.stringMatching(/has moved/), expect.stringMatching(/has moved the transfer/)]);
  } finally {
    await close();
  }
});

test('coins that anybody sent to an address under a vesting schedule are none that can be moved, and all others are', async () => {
  const chain = createChain(createRuntime(1));
  const { url, close } = await serveRpc(chain, 0);
  const deposit: OwnAddress = { chain: 0, index: 0, ...source.derive(0) };
  const DOT = 10_000_000_000n;
  const held = writeAccount({ nonce: 4, free: 5n * DOT + 3n, locked: 2n * DOT });
  chain.extend({
    time: 1n,
    extrinsics: [],
    events: [],
    state: new Map([[accountKey(fromHex(`0x${deposit.addressKey}`)), held]]),
  });
  chain.finalise(chain.best().header.number);
  try {
    const treasuryWallet = createPolkadotTreasuryWallet({ rpcUrl: url });
    expect(await treasuryWallet.holdings([deposit])).toMatchObject([{ amount: 3n * DOT + 3n }]);
  } finally {
    await close();
  }
});

test('a number that another has used ends the transfer that waits for it, once the watcher has read the block that shows it', async () => {
  const chain = createChain(createRuntime(1));
  const pool = { submit: () => '', nextIndex: () => 0, feeOf: () => 15_000_000n };
  const { url, close } = await serveRpc(chain, 0, pool);
  const key = accountKey(fromHex(`0x${treasury.addressKey}`));
  for (const nonce of [4, 5, 5]) {
    const state = new Map([[key, writeAccount({ nonce, free: 10n ** 12n, locked: 0n })]]);
    chain.extend({ time: BigInt(nonce), extrinsics: [], events: [], state });
  }
  chain.finalise(3);
  const { chain: place, index, address } = treasury;
  const planned: PolkadotPlanned = {
    kind: 'polkadot',
    stage: 1,
    purpose: 'refund',
    asset: 'DOT@polkadot',
    amount: 10n ** 10n,
    from: { chain: place, index, address },
    payee: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
    payeePlace: null,
    refundId: idFor<RefundId>('r'),
    nonce: 4,
    specVersion: 1,
    transactionVersion: 1,
    fee: 1n,
  };
  try {
    const { replacing } = createPolkadotTreasuryWallet({ rpcUrl: url });
    const draftAt = (readTo: bigint | null) =>
      replacing?.draft([{ planned, txid: '0xold' }], { treasury, deposits: [], confirmations: 1, readTo });
    for (const readTo of [null, 1n]) {
      expect(await draftAt(readTo)).toEqual({ refusal: expect.stringMatching(/wait until the watcher has read it/) });
    }
    for (const readTo of [2n, 3n, 4n]) {
      expect(await draftAt(readTo)).toMatchObject({ transactions: [], impossible: new Set(['0xold']) });
    }
  } finally {
    await close();
  }
});
