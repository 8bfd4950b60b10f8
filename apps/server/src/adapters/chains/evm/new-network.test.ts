// One row adds an EVM network: a row that only this test has is configured, shown to wallets, played by the sandbox, and a
// payment of its coin and of its token is credited over a real node.
import type { EvmNetworkId, EvmRow } from '@kobogate/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const TABLE = '../../../../../../packages/contract/src/evm-networks.ts';

// The files of a worker share their modules: this one has its own, and leaves none behind.
beforeAll(() => {
  vi.resetModules();
  vi.doMock(TABLE, async (load) => {
    const { EVM_ROWS } = await load<{ EVM_ROWS: Readonly<Record<string, EvmRow>> }>();
    const sample = {
      name: 'Sample Chain',
      chainId: 31_337,
      blockSeconds: 3,
      coin: { symbol: 'ETH', name: 'Ether', isOffered: true },
      tokens: { USDC: { decimals: 6, contract: '0x5FbDB2315678afecb367f032d93F642f64180aa3' } },
      strays: {},
      explorer: 'https://explorer.sample.test/tx/',
      publicNode: 'https://node.sample.test',
      mostFee: 5n,
      refundFee: { coin: '0.0001', token: '0.2' },
    };
    const rows = { ...EVM_ROWS, sample };
    return { EVM_ROWS: rows, evmRows: () => Object.entries(rows) };
  });
});
afterAll(() => {
  vi.doUnmock(TABLE);
  vi.resetModules();
});

// In the product’s code it would be an id like every other.
const SAMPLE = 'sample' as EvmNetworkId;
const [ETH, USDC] = [`ETH@${SAMPLE}` as const, `USDC@${SAMPLE}` as const];

test('a row alone makes a network that is known everywhere, and on which payments are credited', async () => {
  const contract = await import('@kobogate/contract');
  expect(contract.NETWORK_IDS).toContain(SAMPLE);
  expect(contract.ASSETS.filter(({ network }) => network === SAMPLE).map(({ code }) => code)).toEqual([ETH, USDC]);
  expect(contract.explorerUrl(SAMPLE, 'abc')).toBe('https://explorer.sample.test/tx/abc');
  expect(contract.findWalletNetwork(SAMPLE)).toMatchObject({ chainId: '0x7a69', chainName: 'Sample Chain' });
  expect(contract.refundNetworksOf('USDC')).toContain(SAMPLE);
  expect(contract.readRefundPair('USDC', SAMPLE)).toMatchObject({ network: SAMPLE });
  const { mostEvmFee } = await import('@kobogate/plans');
  expect(mostEvmFee(SAMPLE)).toBe(5n * 10n ** 15n);
  const { NETWORK_VARIABLES } = await import('../../../configuration/networks.ts');
  expect(NETWORK_VARIABLES).toEqual(expect.arrayContaining(['RPC_SAMPLE', 'CONFIRMATIONS_SAMPLE']));
  const { EVM_NETWORKS } = await import('@kobogate/testkit/sandbox/files.ts');
  expect(EVM_NETWORKS.find(({ network }) => network === SAMPLE)?.assets.map(({ symbol }) => symbol)).toEqual([
    'ETH',
    'USDC',
  ]);
  const { refundFee } = await import('../../../custody/index.ts');
  const assets = contract.ASSETS.filter(({ network }) => network === SAMPLE);
  expect(assets.map(refundFee)).toEqual([10n ** 14n, 200_000n]);
  const { openTreasuryWallet } = await import('../open-treasury-wallet.ts');
  const settings = { rpcUrl: 'http://localhost', confirmations: 1, cardanoProjectId: undefined };
  expect(openTreasuryWallet({ network: SAMPLE, ...settings })?.network).toBe(SAMPLE);

  const { createTestNetwork } = await import('@kobogate/testkit/chains/evm/network.ts');
  const { emitTransfer, runtimeCode } = await import('@kobogate/testkit/chains/evm/contracts.ts');
  const network = await createTestNetwork(SAMPLE, 2);
  try {
    await network.watchAll();
    const { userId, address } = await network.createUser('ETH');
    await network.mineTransaction(await network.sign(address, 7n));
    const token = network.contractOf('USDC');
    await network.place(token, runtimeCode(emitTransfer(address, 5_000_000n)));
    await network.mineTransaction(await network.sign(token, 0n));
    await network.mine(2);
    await network.watchAll();
    expect(await network.balanceOf(userId, ETH)).toBe(7n);
    expect(await network.balanceOf(userId, USDC)).toBe(5_000_000n);
  } finally {
    await network.stop();
  }
});
