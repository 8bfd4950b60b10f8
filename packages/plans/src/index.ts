export { readPlan, readPlans, readSignedPlans, formatFile } from './read-plan.ts';
export { mostBitcoinFee, mostCardanoFee, mostEvmFee, mostPolkadotFee, mostSolanaFee, mostTronFee } from './fee-caps.ts';
export { PLAN_FORMAT, PLANS_FORMAT, SIGNED_FORMAT, SIGNED_PLANS_FORMAT } from './plan.ts';
export type {
  BitcoinPlanned,
  CardanoPlanned,
  EvmPlanned,
  KeyPlace,
  Plan,
  Planned,
  PolkadotPlanned,
  SignedPlan,
  SolanaPlanned,
  TronPlanned,
} from './plan.ts';
export {
  cardanoBody,
  type CardanoSignature,
  cardanoSignatures,
  cardanoSigned,
  cardanoSignedBytes,
  leastLovelace,
} from './cardano-transaction.ts';
export {
  type DotTransfer,
  dotTransferOf,
  dotTransferPayload,
  dotTransferSignature,
  dotTransferSigned,
  TRANSFER_KEEP_ALIVE,
} from './polkadot-transaction.ts';
export {
  makeNonce,
  NONCE_BYTES,
  openTokenAccount,
  solTransfer,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
  tokenTransfer,
} from './solana-instructions.ts';
export { type SolanaInstruction, solanaMessage, solanaSignatures, solanaTransaction } from './solana-message.ts';
export { mostFeeOf } from './most-fee.ts';
export { ACCOUNT_RENT, mintOfToken, solanaCost, solanaTransferMessage, TOKEN_ACCOUNT_RENT } from './solana-transfer.ts';
export {
  TRON_SIGNATURE_BYTES,
  tronKey,
  tronRawData,
  tronSignature,
  tronSigned,
  tronSignedBytes,
  tronSignedRaw,
  tronTransactionId,
  type TronTransfer,
} from './tron-transaction.ts';
export { tokenTransferData } from './token-transfer.ts';
