import { WalletFailure } from './wallet.ts';

/** Codes of EIP-1193 and EIP-1474; -32002 is what wallets answer while an earlier question is open. */
const PROBLEMS = new Map<unknown, WalletFailure['problem']>([
  [4001, 'rejected'],
  ['ACTION_REJECTED', 'rejected'],
  [-32_002, 'pending'],
  [4100, 'disconnected'],
  [4200, 'unsupported'],
  [-32_601, 'unsupported'],
  [4900, 'failed'],
  [4901, 'wrong-network'],
  [4902, 'wrong-network'],
]);
const DEEPEST = 4;
const REFUSAL = /\b(?:user|request) (?:has )?(?:rejected|denied|declined|cancell?ed)|rejected (?:the request|by user)/i;
const TOO_LITTLE = /insufficient (?:funds|balance|lamports)/i;

/** A wallet's error and the ones inside it: some wrap the code that matters. */
function layers(error: unknown): object[] {
  const found: object[] = [];
  let next: unknown = error;
  while (typeof next === 'object' && next !== null && found.length < DEEPEST) {
    found.push(next);
    const inner: unknown = 'data' in next ? next.data : undefined;
    const cause: unknown = 'cause' in next ? next.cause : undefined;
    const original = typeof inner === 'object' && inner !== null && 'originalError' in inner && inner.originalError;
    next = cause ?? (original || inner);
  }
  return found;
}

/** The codes of a wallet's error and of those inside it, outermost first. Pure. */
export const codesOf = (error: unknown): unknown[] =>
  layers(error).flatMap((layer) => ('code' in layer ? [layer.code] : []));

/**
 * What a wallet's error means. `otherwise` is the meaning of an error without a known code: after a request to send,
 * that it may have been sent. Pure.
 */
export function readFailure(error: unknown, otherwise: WalletFailure['problem']): WalletFailure {
  if (error instanceof WalletFailure) return error;
  // The innermost error has the cause; the outer ones are often generic.
  for (const code of codesOf(error).toReversed()) {
    const problem = PROBLEMS.get(code);
    // A wallet that lost its network may have lost it after sending.
    const isCertain = otherwise !== 'unknown' || (code !== 4900 && code !== 4901);
    if (problem !== undefined && isCertain) return new WalletFailure(problem, error);
  }
  const words = layers(error).map((layer) => ('message' in layer ? String(layer.message) : ''));
  if (words.some((text) => REFUSAL.test(text))) return new WalletFailure('rejected', error);
  if (words.some((text) => TOO_LITTLE.test(text))) return new WalletFailure('too-little', error);
  return new WalletFailure(otherwise, error);
}
