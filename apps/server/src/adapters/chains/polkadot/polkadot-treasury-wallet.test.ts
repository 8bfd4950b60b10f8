// No transfer is planned that a changed runtime would read as another call.
import { createChain, createRuntime, PALLETS, serveRpc } from '@kobogate/testkit/chains/polkadot/node.ts';
import { polkadotAddressSource } from '@kobogate/testkit/custody/address-sources.ts';
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
