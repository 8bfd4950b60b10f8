import { findLedgerAsset } from '@kobogate/contract';
import type { SolanaPlanned } from './plan.ts';
import {
  advanceNonce,
  closeTokenAccount,
  computeBudget,
  openTokenAccount,
  solTransfer,
  tokenTransfer,
} from './solana-instructions.ts';
import { type SolanaMessage, solanaMessage } from './solana-message.ts';

/** Three times what opening a token account and a transfer compute: the search for the account's address varies. */
const UNITS = 100_000;
/** In lamports, by Solana's own rules: of a signature, and what an account must hold to live, a wallet's and a token's. */
const A_SIGNATURE = 5_000n;
export const ACCOUNT_RENT = 890_880n;
export const TOKEN_ACCOUNT_RENT = 2_039_280n;
const MILLION = 1_000_000n;

/**
 * What a planned transaction's signers sign. It uses the plan's nonce up, moves the coins, or closes an empty token
 * account, and does nothing else; the treasury pays. Planner, signer and sender make it with this function. Throws where
 * an address is no base58, or the asset is not one of Solana's. Pure.
 */
export function solanaTransferMessage(planned: SolanaPlanned): SolanaMessage {
  const { amount, from, payee, payer, nonceAccount, nonce, opensAccount, unitPrice } = planned;
  const asset = findLedgerAsset(planned.asset);
  if (asset?.network !== 'solana') throw new Error(`${planned.asset} is no coin of Solana`);
  const { contract: mint, decimals } = asset;
  if ((planned.purpose === 'close') !== (planned.closes !== undefined))
    throw new Error('only what closes names a token');
  const head = [advanceNonce(nonceAccount, payer.address), ...computeBudget(UNITS, unitPrice)];
  const closed = planned.closes === undefined ? null : mintOfToken(planned.closes);
  const moves =
    closed !== null
      ? [closeTokenAccount(from.address, closed, payee)]
      : mint === null
        ? [solTransfer(from.address, payee, amount)]
        : [
            ...(opensAccount ? [openTokenAccount(payer.address, payee, mint)] : []),
            tokenTransfer({ mint, decimals }, from.address, payee, amount),
          ];
  return solanaMessage(payer.address, nonce, [...head, ...moves]);
}

/** The mint of a token of Solana. Throws for any other asset. Pure. */
export function mintOfToken(code: string): string {
  const asset = findLedgerAsset(code);
  if (asset?.network !== 'solana' || asset.contract === null) throw new Error(`${code} is no token of Solana`);
  return asset.contract;
}

/**
 * The most that a planned transaction takes from the treasury beside what it moves, in lamports: rent included. Pure.
 */
export function solanaCost(planned: Pick<SolanaPlanned, 'from' | 'payer' | 'opensAccount' | 'unitPrice'>): bigint {
  const signatures = planned.from.address === planned.payer.address ? 1n : 2n;
  const priority = (BigInt(UNITS) * planned.unitPrice + MILLION - 1n) / MILLION;
  return signatures * A_SIGNATURE + priority + (planned.opensAccount ? TOKEN_ACCOUNT_RENT : 0n);
}
