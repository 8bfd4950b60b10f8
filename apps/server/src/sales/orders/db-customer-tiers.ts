import { KYC_TIERS, type KycTier } from '@kobogate/contract';
import type { Connection, Transaction } from '../../platform/database.ts';

const readTier = (rows: readonly { kyc_tier: number }[]): KycTier | null =>
  KYC_TIERS.find((tier) => tier === rows[0]?.kyc_tier) ?? null;

/** Somebody's tier; null where there is no such account. */
export async function findTier(connection: Connection, userId: string): Promise<KycTier | null> {
  return readTier(await connection.query(`select kyc_tier from app_user where id = $1`, [userId]));
}

/** As `findTier`, the account locked until the transaction ends. */
export async function lockTier(tx: Transaction, userId: string): Promise<KycTier | null> {
  return readTier(await tx.query(`select kyc_tier from app_user where id = $1 for no key update`, [userId]));
}
