import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AddressSource, formatCardanoAccount, TRON_PATH, tronAddressSource } from '@kobogate/addresses';
import type { Chain as SandboxChain } from '@kobogate/sandbox/src/chains/chain.ts';
import { PROJECT_ID } from '@kobogate/sandbox/src/chains/cardano/api-server.ts';
import { startCardanoChain } from '@kobogate/sandbox/src/chains/cardano/cardano-chain.ts';
import { startSolanaChain } from '@kobogate/sandbox/src/chains/solana/solana-chain.ts';
import { createCardanoChain } from '@kobogate/server/src/adapters/chains/cardano/cardano-chain.ts';
import { createCardanoTreasuryWallet } from '@kobogate/server/src/adapters/chains/cardano/cardano-treasury-wallet.ts';
import { createSolanaChain } from '@kobogate/server/src/adapters/chains/solana/solana-chain.ts';
import { createSolanaTreasuryWallet } from '@kobogate/server/src/adapters/chains/solana/solana-treasury-wallet.ts';
import { createTronChain } from '@kobogate/server/src/adapters/chains/tron/tron-chain.ts';
import { createTronTreasuryWallet } from '@kobogate/server/src/adapters/chains/tron/tron-treasury-wallet.ts';
import type { Chain, TreasuryWallet } from '@kobogate/server/src/custody/index.ts';
import { ed25519 } from '@noble/curves/ed25519.js';
import { HDKey } from '@scure/bip32';
import { cardanoAddressSource } from '../custody/address-sources.ts';
import { silentLog } from '../platform/log.ts';
import { keyOf } from './solana/node.ts';
import { startTestTron } from './tron/tron.ts';

/** The sandbox's chain of a network whose provider can leave a payment out of a block, with the product's adapters for it. */
export interface IndexedChain {
  readonly network: 'tron' | 'solana' | 'cardano';
  /** A coin of it that customers pay. */
  readonly currency: string;
  readonly node: { readonly url: string; readonly chain: Pick<SandboxChain, 'pay' | 'mine'>; stop(): Promise<void> };
  readonly addressSource: AddressSource;
  chainAt(url: string): Chain;
  treasuryAt(url: string): TreasuryWallet;
}

const seedBytes = (): Uint8Array => randomBytes(32);

/** For tests: starts each of them, with blocks only when asked. */
export const INDEXED_CHAINS: Readonly<Record<'TRON' | 'Solana' | 'Cardano', () => Promise<IndexedChain>>> = {
  TRON: async () => ({
    network: 'tron',
    currency: 'USDT',
    node: await startTestTron(),
    addressSource: tronAddressSource(HDKey.fromMasterSeed(seedBytes()).derive(TRON_PATH).publicExtendedKey),
    chainAt: (provider) => createTronChain({ provider }),
    treasuryAt: (rpcUrl) => createTronTreasuryWallet({ rpcUrl }),
  }),
  Solana: async () => {
    const seed = randomUUID();
    return {
      network: 'solana',
      currency: 'SOL',
      node: await startNode((options) => startSolanaChain(options)),
      addressSource: {
        family: 'solana',
        keyFingerprint: seed,
        size: 1_000,
        derive: (index) => ({ address: keyOf(`${seed} ${index}`), addressKey: keyOf(`${seed} ${index}`) }),
      },
      chainAt: (provider) => createSolanaChain({ provider }),
      treasuryAt: (rpcUrl) => createSolanaTreasuryWallet({ rpcUrl }),
    };
  },
  Cardano: async () => ({
    network: 'cardano',
    currency: 'ADA',
    node: await startNode((options) => startCardanoChain(options)),
    addressSource: cardanoAddressSource(
      formatCardanoAccount({ publicKey: ed25519.getPublicKey(seedBytes()), chainCode: seedBytes() }),
    ),
    chainAt: (provider) => createCardanoChain({ provider, projectId: PROJECT_ID, log: silentLog }),
    treasuryAt: (rpcUrl) => createCardanoTreasuryWallet({ rpcUrl, projectId: PROJECT_ID, confirmations: 1 }),
  }),
};

async function startNode(
  start: (options: { folder: string; log: () => void; blockSeconds: 0 }) => Promise<SandboxChain>,
): Promise<IndexedChain['node']> {
  const folder = mkdtempSync(join(tmpdir(), 'kobogate-chain-'));
  const chain = await start({ folder, log: () => undefined, blockSeconds: 0 });
  return {
    url: (await chain.describe()).rpc,
    chain,
    stop: async () => {
      await chain.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
