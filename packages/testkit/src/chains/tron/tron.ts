import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tronAddress } from '@kobogate/addresses';
import { tronRawData, tronSigned, type TronTransfer } from '@kobogate/plans';
import { findAnvil } from '@kobogate/sandbox/src/chains/evm/anvil-binary.ts';
import { startTronChain } from '@kobogate/sandbox/src/chains/tron/tron-chain.ts';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { compiledContracts } from '../../sandbox/files.ts';

/** An address whose key a test has, at a place below an account. */
export function tronOwner(chain: 0 | 1, index: number) {
  const privateKey = sha256(Buffer.from(`TRON ${chain} ${index}`));
  return { chain, index, ...tronAddress(secp256k1.getPublicKey(privateKey)), privateKey };
}

/** A transaction as its owner's key signs it. */
export function signTron(planned: TronTransfer, privateKey: Uint8Array): string {
  const [recovery = 0, ...halves] = secp256k1.sign(sha256(tronRawData(planned)), privateKey, {
    prehash: false,
    format: 'recovered',
  });
  const signature = concatBytes(Uint8Array.from(halves), Uint8Array.of(27 + recovery));
  return bytesToHex(tronSigned(planned, signature));
}

/** The sandbox's TRON, with blocks only when asked. */
export async function startTestTron() {
  const folder = mkdtempSync(join(tmpdir(), 'kobogate-tron-'));
  const chain = await startTronChain({
    folder,
    binary: findAnvil(),
    contracts: compiledContracts(),
    log: () => undefined,
    blockSeconds: 0,
  });
  const { rpc: url } = await chain.describe();
  return {
    url,
    chain,
    /** Pays, and makes so many blocks. */
    pay: async (asset: string, to: string, amount: string, blocks = 1): Promise<string> => {
      const { txid } = await chain.pay(asset, to, amount);
      await chain.mine(blocks);
      return txid;
    },
    stop: async () => {
      await chain.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
