import { createHash, randomBytes } from 'node:crypto';
import { p2wpkh, RawTx, Transaction } from '@scure/btc-signer';
import { RawOldTx } from '@scure/btc-signer/script.js';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import { displayed, hash256, merkleRoot } from './hash.ts';

/** An unspent output. */
export interface Coin {
  readonly txid: string;
  readonly index: number;
  /** The output script in hexadecimal. */
  readonly script: string;
  readonly amount: bigint;
  /** Of its block; null while it waits. */
  readonly height: number | null;
  readonly isCoinbase: boolean;
}

/** A signed transaction, its inputs and outputs. */
export interface BitcoinTransaction {
  readonly txid: string;
  /** As a node sends it, witnesses included, in hexadecimal. */
  readonly raw: string;
  /** `txid:index` of each coin that it spends; none for a coinbase. */
  readonly spends: readonly string[];
  readonly outputs: readonly { readonly script: string; readonly amount: bigint }[];
}

// No secret: it is derived from this sentence, and has no money on the real chain.
const FAUCET_KEY = createHash('sha256').update('Kobogate sandbox faucet: play money only').digest();
const faucet = p2wpkh(pubECDSA(FAUCET_KEY));
/** The script of the account that pays, and that mines. */
export const FAUCET_SCRIPT = Buffer.from(faucet.script).toString('hex');

/** The fee of every payment of the faucet, in satoshi. */
export const FEE = 1_000n;
const SUBSIDY = 5_000_000_000n;
const NOTHING = '00'.repeat(32);
/** Signals that it may be replaced (BIP-125). */
const REPLACEABLE = 0xff_ff_ff_fd;

/** Reads a transaction from its hexadecimal. Throws where it is invalid. */
export function readTransaction(raw: string): BitcoinTransaction {
  const decoded = RawTx.decode(Buffer.from(raw, 'hex'));
  const inputs = decoded.inputs.map(({ txid, index }) => ({ txid: Buffer.from(txid).toString('hex'), index }));
  return {
    txid: displayed(hash256(RawOldTx.encode(decoded))),
    raw,
    spends: inputs.filter(({ txid }) => txid !== NOTHING).map(({ txid, index }) => `${txid}:${index}`),
    outputs: decoded.outputs.map(({ script, amount }) => ({ script: Buffer.from(script).toString('hex'), amount })),
  };
}

/** Pays from the faucet's coins: `outputs`, `fee` to the miner, and the rest back to the faucet. */
export function signPayment(
  coins: readonly Coin[],
  outputs: readonly { readonly script: string; readonly amount: bigint }[],
  fee: bigint,
): BitcoinTransaction {
  const transaction = new Transaction({ allowUnknownOutputs: true });
  for (const { txid, index, amount } of coins) {
    transaction.addInput({ txid, index, sequence: REPLACEABLE, witnessUtxo: { script: faucet.script, amount } });
  }
  for (const { script, amount } of outputs) transaction.addOutput({ script: Buffer.from(script, 'hex'), amount });
  const sum = (values: readonly { amount: bigint }[]): bigint => values.reduce((all, { amount }) => all + amount, 0n);
  const rest = sum(coins) - sum(outputs) - fee;
  if (rest > 0n) transaction.addOutput({ script: faucet.script, amount: rest });
  transaction.sign(FAUCET_KEY);
  transaction.finalize();
  return readTransaction(Buffer.from(transaction.extract()).toString('hex'));
}

/**
 * The transaction that makes a block's new coins, for the faucet: with the block's height (BIP-34), a random number,
 * and the commitment to the witnesses of the others (BIP-141).
 */
export function makeCoinbase(
  height: number,
  fees: bigint,
  others: readonly BitcoinTransaction[],
  script = FAUCET_SCRIPT,
): BitcoinTransaction {
  const reserved = Buffer.alloc(32);
  const witnessRoot = merkleRoot([reserved, ...others.map(({ raw }) => hash256(Buffer.from(raw, 'hex')))]);
  const commitment = hash256(Buffer.concat([witnessRoot, reserved]));
  const written = Buffer.alloc(4);
  written.writeUInt32LE(height);
  const raw = RawTx.encode({
    version: 2,
    segwitFlag: true,
    inputs: [
      {
        txid: reserved,
        index: 0xff_ff_ff_ff,
        finalScriptSig: Buffer.concat([Buffer.from([4]), written, Buffer.from([8]), randomBytes(8)]),
        sequence: 0xff_ff_ff_ff,
      },
    ],
    outputs: [
      { amount: SUBSIDY + fees, script: Buffer.from(script, 'hex') },
      { amount: 0n, script: Buffer.concat([Buffer.from('6a24aa21a9ed', 'hex'), commitment]) },
    ],
    witnesses: [[reserved]],
    lockTime: 0,
  });
  return readTransaction(Buffer.from(raw).toString('hex'));
}
