import { polkadotAddress } from '@kobogate/addresses';
import { type PolkadotPlanned, TRANSFER_KEEP_ALIVE } from '@kobogate/plans';
import { bytesToHex } from '@noble/hashes/utils.js';
import { coinOf, createCursor, type Effect, type ReadingOf, senderAt } from './effect.ts';

const [KEY_BYTES, SIGNATURE_BYTES] = [32, 64];
/**
 * In planck: 0.005 DOT, twice the usual. The network sets its fee when it takes a transfer, and no bytes bound it; what the
 * plan says counts where it is more.
 */
const USUAL_FEE = 50_000_000n;

/** What a signed transfer on Asset Hub does. Throws for anything else, a tip included. Pure. */
export function readPolkadot(raw: string, { network, planned }: ReadingOf<PolkadotPlanned>): Effect {
  const cursor = createCursor(Buffer.from(raw.replace(/^0x/, ''), 'hex'));
  if (readCompact(cursor) !== BigInt(cursor.rest())) throw new Error('it has another length');
  // An extrinsic of version 4 that an account has signed.
  cursor.expect(0x84, 0);
  const from = polkadotAddress(cursor.take(KEY_BYTES)).address;
  // With sr25519; it never expires.
  cursor.expect(1);
  cursor.take(SIGNATURE_BYTES);
  cursor.expect(0);
  readCompact(cursor);
  // No tip, in DOT, and without a hash of the metadata.
  cursor.expect(0, 0, 0, ...TRANSFER_KEEP_ALIVE, 0);
  const to = bytesToHex(cursor.take(KEY_BYTES));
  const amount = readCompact(cursor);
  cursor.end();
  return {
    senders: [senderAt(planned.from, from)],
    cost: planned.fee > USUAL_FEE ? planned.fee : USUAL_FEE,
    moves: [{ to, asset: coinOf(network), amount }],
  };
}

/** SCALE's compact form of a number. */
function readCompact(cursor: ReturnType<typeof createCursor>): bigint {
  const first = cursor.byte();
  const mode = first & 3;
  if (mode === 3) return cursor.little((first >> 2) + 4);
  return ((cursor.little(2 ** mode - 1) << 8n) | BigInt(first)) >> 2n;
}
