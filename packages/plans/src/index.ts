export { readPlan, readSignedPlan, formatFile } from './read-plan.ts';
export { mostBitcoinFee, mostEvmFee } from './fee-caps.ts';
export { PLAN_FORMAT, SIGNED_FORMAT } from './plan.ts';
export type { BitcoinPlanned, EvmPlanned, KeyPlace, Plan, Planned, SignedPlan } from './plan.ts';
export { TOKEN_TRANSFER_BYTES, tokenTransferData } from './token-transfer.ts';
