export { readPlan, readSignedPlan, formatFile } from './read-plan.ts';
export { mostBitcoinFee, mostCardanoFee, mostEvmFee } from './fee-caps.ts';
export { PLAN_FORMAT, SIGNED_FORMAT } from './plan.ts';
export type { BitcoinPlanned, CardanoPlanned, EvmPlanned, KeyPlace, Plan, Planned, SignedPlan } from './plan.ts';
export {
  cardanoBody,
  cardanoOutputBytes,
  type CardanoSignature,
  cardanoSignatures,
  cardanoSigned,
  cardanoSignedBytes,
} from './cardano-transaction.ts';
export { type Cbor, encodeCbor, Tagged } from './cbor.ts';
export { TOKEN_TRANSFER_BYTES, tokenTransferData } from './token-transfer.ts';
