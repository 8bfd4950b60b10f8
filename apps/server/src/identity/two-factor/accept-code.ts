import type { UserId } from '@kobogate/contract';
import type { Connection, Transaction } from '../../platform/database.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { KEPT_TO_TRY, opens, type OpensKept } from '../../platform/secrets-key.ts';
import { listTotpSecrets, lockTotp, resealTotp, saveTotpStep } from './db.ts';
import { matchTotp } from './totp.ts';

/** The place for which an app's secret is sealed. */
export const totpPlace = (userId: UserId): string => `totp ${userId}`;

/**
 * Accepts a code of the account's app, under the lock of the app's row: of one code typed twice at the same moment one
 * is accepted. Answers false for a wrong or used code, and where there is no app.
 */
export async function acceptTotp(
  tx: Transaction,
  box: SecretBox,
  { userId, code, now }: { userId: UserId; code: string; now: Date },
): Promise<boolean> {
  const totp = await lockTotp(tx, userId);
  if (totp === null) return false;
  const step = matchTotp(box.open(totp.sealedSecret, totpPlace(userId)), code, totp.lastStep, now);
  if (step === null) return false;
  await saveTotpStep(tx, userId, step);
  return true;
}

/** Whether some apps' secrets open with this key. */
export const opensTotpSecrets =
  (box: SecretBox): OpensKept =>
  async (connection) =>
    (await listTotpSecrets(connection, KEPT_TO_TRY)).map(({ userId, sealed }) => opens(box, sealed, totpPlace(userId)));

/** Seals every app's secret with the box's present key; answers how many another one had sealed. */
export const resealTotpSecrets = (connection: Connection, box: SecretBox): Promise<number> =>
  resealTotp(connection, (userId, sealed) => box.reseal(sealed, totpPlace(userId)));
