import { type BitcoinScript, formatKeyExport, readKeyExport, solanaAddress } from '@kobogate/addresses';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Wallet } from '../derive/wallet.ts';
import { Refusal } from '../refusal.ts';

export interface ExportOptions {
  readonly bitcoinScript: BitcoinScript;
  /** How many Solana addresses to derive beforehand. */
  readonly solana: number;
  /** Called with how many are done, about a hundred times. */
  readonly onProgress: (done: number, all: number) => void;
}

export interface MadeExport {
  readonly text: string;
  /** The public key (hex) that the server checks the file with. */
  readonly signer: string;
}

/**
 * The export of a seed, checked: each family's first and last address is derived once from the written export and once
 * from its private key. Throws `Refusal` where the two differ, which only a bug or broken memory can cause.
 */
export function exportKeys(wallet: Wallet, { bitcoinScript, solana, onProgress }: ExportOptions): MadeExport {
  const step = Math.max(1, Math.ceil(solana / 100));
  const pool = Array.from({ length: solana }, (_, index) => {
    if (index % step === 0) onProgress(index, solana);
    return wallet.solana.address(index).address;
  });
  const accounts = { ...wallet, bitcoin: wallet.bitcoin[bitcoinScript] };
  const text = formatKeyExport(
    {
      isSample: wallet.isPublic,
      bitcoinScript,
      bitcoin: accounts.bitcoin.accountKey,
      evm: accounts.evm.accountKey,
      cardano: accounts.cardano.accountKey,
      polkadot: accounts.polkadot.accountKey,
      solana: pool,
      solanaTreasury: solanaAddress(wallet.spending.solana(1, 0).publicKey).address,
      tron: accounts.tron.accountKey,
    },
    wallet.signer,
  );
  const signer = bytesToHex(wallet.signer.publicKey);
  for (const source of readKeyExport(new TextEncoder().encode(text), signer).sources) {
    const indexes = source.size === 0 ? [] : [0, Math.min(source.size, 100_000) - 1];
    for (const index of indexes) {
      if (source.derive(index).addressKey !== accounts[source.family].address(index).addressKey) {
        throw new Refusal(
          `The export was not written: its ${source.family} addresses are not those of the private key.`,
        );
      }
    }
  }
  return { text, signer };
}
