import { randomInt } from 'node:crypto';
import { keptSecret } from './kept-secret.mjs';

/** The e-mail address of the first administrator of `npm start` where ADMIN_EMAIL is not set. */
export const SAMPLE_ADMIN = 'admin@kobogate.test';

/** Letters and digits that can't be confused. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

const group = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/**
 * The sample admin's password on this data folder (80 bits), the same at every start.
 * @param {string} dataDir
 * @returns {Promise<string>}
 */
export const sampleAdminPassword = (dataDir) =>
  keptSecret(dataDir, 'admin-password', () => [group(), group(), group(), group()].join('-'));
