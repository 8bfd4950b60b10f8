import * as z from 'zod/mini';
import { endpoint, integer, text } from './endpoint.ts';
import { byId } from './ids.ts';

/** What an account holds and what the payment takes of it, in the asset's smallest units. */
const holding = z.object({ held: integer, needed: integer });

/** A transaction on Solana that pays what is missing of a payment, for the payer's wallet to sign. */
export const solanaTransferSchema = z.object({
  /** In base64, with an empty place for the payer's signature; good for about a minute. */
  transaction: z.string(),
  /** A key in the transaction that has no owner: by it the payment can be found on the chain (Solana Pay). */
  reference: z.string(),
  /** Lamports: for the payment where it is in SOL, the network's fee, the rent of an account that it opens. */
  coins: holding,
  /** Null where the payment is in SOL. */
  tokens: z.nullable(holding),
});
export type SolanaTransfer = z.output<typeof solanaTransferSchema>;

const hexadecimal = z.string().check(z.regex(/^(?:[0-9a-f]{2})*$/));

/** A transaction on TRON that pays the missing amount of a payment, in the form that wallets sign (tronweb, `trx.sign`). */
export const tronTransferSchema = z.object({
  /** Good for some minutes. */
  transaction: z.object({
    visible: z.literal(false),
    txID: hexadecimal,
    raw_data_hex: hexadecimal,
    raw_data: z.object({
      contract: z.array(
        z.object({
          type: z.literal('TriggerSmartContract'),
          parameter: z.object({
            type_url: z.literal('type.googleapis.com/protocol.TriggerSmartContract'),
            value: z.object({ owner_address: hexadecimal, contract_address: hexadecimal, data: hexadecimal }),
          }),
        }),
      ),
      ref_block_bytes: hexadecimal,
      ref_block_hash: hexadecimal,
      expiration: z.number(),
      timestamp: z.number(),
      fee_limit: z.number(),
    }),
  }),
  /** Sun, for the energy and the bandwidth that the account has not got for nothing. */
  coins: holding,
  tokens: holding,
});
export type TronTransferView = z.output<typeof tronTransferSchema>;

const params = byId('Order');

/** What a payer's wallet needs from this server, because the payment page asks no other server. */
export const payerWallets = {
  prepareSolana: endpoint({
    method: 'GET',
    path: '/payments/{id}/solana-transfer',
    access: 'public',
    isOpen: true,
    summary: 'A transaction that pays what is missing of a payment on Solana, for the wallet of `payer` to sign',
    params,
    query: z.object({ payer: text(44) }),
    answer: z.object({ data: solanaTransferSchema }),
    errors: [404, 409, 422, 429],
  }),
  sendSolana: endpoint({
    method: 'POST',
    path: '/payments/{id}/solana-transaction',
    access: 'public',
    isOpen: true,
    summary: 'Send a transaction that a payer’s wallet has signed to Solana; the same one may be sent again',
    params,
    body: z.object({ transaction: text(1700) }),
    answer: z.object({ data: z.object({ signature: z.string() }) }),
    success: 202,
    errors: [404, 409, 422, 429],
  }),
  prepareTron: endpoint({
    method: 'GET',
    path: '/payments/{id}/tron-transfer',
    access: 'public',
    isOpen: true,
    summary: 'A transaction that pays what is missing of a payment on TRON, for the wallet of `payer` to sign',
    params,
    query: z.object({ payer: text(44) }),
    answer: z.object({ data: tronTransferSchema }),
    errors: [404, 409, 422, 429],
  }),
  sendTron: endpoint({
    method: 'POST',
    path: '/payments/{id}/tron-transaction',
    access: 'public',
    isOpen: true,
    summary: 'Send a transaction that a payer’s wallet has signed to TRON; the same one may be sent again',
    params,
    body: z.object({ rawData: text(1000), signature: text(132) }),
    answer: z.object({ data: z.object({ transaction: z.string() }) }),
    success: 202,
    errors: [404, 409, 422, 429],
  }),
} as const;
