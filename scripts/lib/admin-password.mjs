import { randomInt } from 'node:crypto';
import { keptSecret } from './kept-secret.mjs';

/** Whom `npm start` makes the first administrator where ADMIN_EMAIL says nothing. */
export const SAMPLE_ADMIN = 'admin@kobogate.test';

/** Letters and digits that can't be mistaken for one another. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

const group = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/**
 * The sample admin's password on this data folder (80 bits), the same at every start.
 * @param {string} dataDir
 * @returns {Promise<string>}
 */
export const sampleAdminPassword = (dataDir) =>
  keptSecret(dataDir, 'admin-password', () => [group(), group(), group(), group()].join('-'));
