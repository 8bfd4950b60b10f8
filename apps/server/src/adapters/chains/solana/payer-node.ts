import { associatedTokenAccount } from '@kobogate/addresses';
import { TOKEN_PROGRAM } from '@kobogate/plans';
import type { PayerNode } from '../../../sales/index.ts';
import { readFields } from '../fields.ts';
import { createRpc, resultOf, type RpcAnswer, type RpcCall } from '../rpc.ts';
import { readCount, readKey, readUnits } from './read-block.ts';
import { requireMainNetwork } from './solana-chain.ts';
import { faultsTold } from '../payer-faults.ts';

/** Newer than final, and seldom undone: a transaction with its hash stays valid for longer. */
const RECENT = { commitment: 'confirmed' };
/** No such account (Agave, `getTokenAccountBalance`). */
const INVALID_PARAMS = -32_602;
/** The simulation failed (Agave, rpc-client-api, `custom_error.rs`). */
const REHEARSAL_FAILED = -32_002;
const TAKEN_BEFORE = /already(?: been)? processed|AlreadyProcessed/i;

/** A Solana node, called on behalf of payers' wallets (https://solana.com/docs/rpc). */
export function createPayerNode({ rpcUrl }: { rpcUrl: string }): PayerNode {
  const rpc = createRpc(rpcUrl);

  async function ask(calls: readonly RpcCall[]): Promise<RpcAnswer[]> {
    const [genesis, ...answers] = await rpc([{ method: 'getGenesisHash', params: [] }, ...calls]);
    requireMainNetwork(genesis);
    return answers;
  }

  return {
    look: ({ payer, receiver, mint }) =>
      faultsTold(async () => {
        const [latest, payerBalance, receiverBalance, tokens, opened] = await ask([
          { method: 'getLatestBlockhash', params: [RECENT] },
          { method: 'getBalance', params: [payer, RECENT] },
          { method: 'getBalance', params: [receiver, RECENT] },
          ...(mint === null ? [] : tokenCalls({ payer, receiver, mint })),
        ]);
        return {
          blockhash: readKey(readFields(valueOf(latest), 'value')['blockhash'], 'blockhash'),
          payerLamports: readCount(valueOf(payerBalance), 'balance'),
          receiverLamports: readCount(valueOf(receiverBalance), 'balance'),
          payerTokens: tokens === undefined ? 0n : readTokens(tokens),
          isReceiverOpen: opened !== undefined && isTokenAccount(valueOf(opened)),
        };
      }),
    send: (transaction) =>
      faultsTold(async () => {
        const params = [transaction, { encoding: 'base64', preflightCommitment: RECENT.commitment }];
        // A request of its own: whether it was accepted must not depend on another answer.
        const [answer] = await rpc([{ method: 'sendTransaction', params }]);
        if (answer?.ok === false) {
          if (TAKEN_BEFORE.test(answer.message)) return 'taken';
          if (answer.code === REHEARSAL_FAILED || answer.code === INVALID_PARAMS) return 'refused';
        }
        resultOf(answer, 'sendTransaction');
        return 'taken';
      }),
  };
}

const tokenCalls = ({ payer, receiver, mint }: { payer: string; receiver: string; mint: string }): RpcCall[] => [
  { method: 'getTokenAccountBalance', params: [associatedTokenAccount(payer, mint), RECENT] },
  { method: 'getAccountInfo', params: [associatedTokenAccount(receiver, mint), { ...RECENT, encoding: 'base64' }] },
];

/** SOL alone may be at such an address before its account is opened: anybody can send some there. */
const isTokenAccount = (value: unknown): boolean =>
  value !== null && readFields(value, 'account')['owner'] === TOKEN_PROGRAM;

const valueOf = (answer: RpcAnswer | undefined): unknown =>
  readFields(resultOf(answer, 'a question'), 'answer')['value'];

function readTokens(answer: RpcAnswer): bigint {
  if (!answer.ok && answer.code === INVALID_PARAMS) return 0n;
  const { amount } = readFields(valueOf(answer), 'value');
  return readUnits(amount);
}
