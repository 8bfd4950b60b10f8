// Guarantee: a payment goes on only on the network that the wallet itself reports, whatever it agreed to before.
import { findWalletNetwork } from '@kobogate/contract';
import { createTestProvider, refusal } from '@kobogate/testkit/payer/evm-provider.ts';
import { expect, it } from 'vitest';
import { enterNetwork } from './enter-network.ts';

const bsc = findWalletNetwork('bsc');
if (bsc === undefined) throw new Error('no such network');

/** A wallet that starts on Ethereum. */
function wallet({
  knows,
  switches = true,
  addsOnly = true,
}: {
  knows: boolean;
  switches?: boolean;
  addsOnly?: boolean;
}) {
  let [chainId, isKnown] = ['0x1', knows];
  return createTestProvider({
    eth_chainId: () => chainId,
    wallet_switchEthereumChain: () => {
      if (!isKnown) return refusal(4902);
      if (switches) chainId = '0x38';
      return null;
    },
    wallet_addEthereumChain: () => {
      isKnown = true;
      if (!addsOnly) chainId = '0x38';
      return null;
    },
  });
}

it.each([
  ['knows it', { knows: true }, ['switch']],
  ['has to add it, and stays where it was', { knows: false }, ['switch', 'add', 'switch']],
  ['has to add it, and changes with that', { knows: false, addsOnly: false }, ['switch', 'add']],
] as const)('goes on with a wallet that %s', async (_what, kind, told) => {
  const steps: string[] = [];
  await enterNetwork(wallet(kind).provider, bsc, (step) => steps.push(step));
  expect(steps).toEqual(told);
});

it('asks nothing of a wallet that is there already, in any spelling of the number', async () => {
  for (const chainId of ['0x38', '0x038', '56']) {
    const { provider, asked } = createTestProvider({ eth_chainId: () => chainId });
    await enterNetwork(provider, bsc, () => undefined);
    expect(asked).toEqual(['eth_chainId']);
  }
});

it('stops at a wallet that agrees and stays, that refuses, or that can’t name its network', async () => {
  const enter = (made: ReturnType<typeof createTestProvider>) => enterNetwork(made.provider, bsc, () => undefined);
  await expect(enter(wallet({ knows: true, switches: false }))).rejects.toMatchObject({ problem: 'wrong-network' });
  const refusing = { eth_chainId: () => '0x1', wallet_switchEthereumChain: () => refusal(4001) };
  await expect(enter(createTestProvider(refusing))).rejects.toMatchObject({ problem: 'rejected' });
  const adding = (code: number) =>
    createTestProvider({
      eth_chainId: () => '0x1',
      wallet_switchEthereumChain: () => refusal(4902),
      wallet_addEthereumChain: () => refusal(code),
    });
  await expect(enter(adding(4001))).rejects.toMatchObject({ problem: 'rejected' });
  await expect(enter(adding(-32_603))).rejects.toMatchObject({ problem: 'not-added' });
  await expect(enter(createTestProvider({}))).rejects.toMatchObject({ problem: 'wrong-network' });
});
