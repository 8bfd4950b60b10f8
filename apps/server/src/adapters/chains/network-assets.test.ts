// Decimals and contracts are pinned per network, so that a token with 6 decimals on one chain and 18 on another is worth the same.
import { findAssetByCode, findStray } from '@kobogate/contract';
import { formatUnits } from '@kobogate/money';
import { emitTransfer, runtimeCode } from '@kobogate/testkit/chains/evm/contracts.ts';
import { createTestNetwork, type TestNetwork } from '@kobogate/testkit/chains/evm/network.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assetsOn } from './network-assets.ts';

const networks: TestNetwork[] = [];

beforeAll(async () => {
  networks.push(await createTestNetwork('ethereum', 1), await createTestNetwork('bsc', 1));
  await Promise.all(networks.map((network) => network.watchAll()));
});
afterAll(() => Promise.all(networks.map((network) => network.stop())));

test('[M3] ten dollars are 10·10⁶ units on Ethereum and 10·10¹⁸ on BNB Smart Chain, and are credited as ten dollars', async () => {
  const shown: string[] = [];
  for (const [index, code] of ['USDT@ethereum', 'USDT@bsc'].entries()) {
    const network = networks[index];
    const asset = findAssetByCode(code);
    if (network === undefined || asset === undefined) throw new Error('a network is missing');
    const { userId, address } = await network.createUser('USDT');
    await network.place(
      network.contractOf('USDT'),
      runtimeCode(emitTransfer(address, 10n * 10n ** BigInt(asset.decimals))),
    );
    await network.mineTransaction(await network.sign(network.contractOf('USDT'), 0n));
    await network.watchAll();
    shown.push(formatUnits(await network.balanceOf(userId, code), asset.decimals));
  }
  expect(shown).toEqual(['10', '10']);
});

test('[M3] a network credits its own contracts only, and a native coin that is not on offer is a stray', () => {
  expect(assetsOn('bsc').native).toBe('BNB@bsc');
  expect(assetsOn('polygon').native).toBe('POL@polygon');
  expect(findStray('POL@polygon')).toBeDefined();
  expect(assetsOn('bsc').tokens.get('0x55d398326f99059ff775485246999027b3197955')).toBe('USDT@bsc');
  expect(assetsOn('ethereum').tokens.has('0x55d398326f99059ff775485246999027b3197955')).toBe(false);
});
