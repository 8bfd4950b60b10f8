import { SAMPLE_ADMIN, sampleAdminPassword } from './admin-password.mjs';

/**
 * @typedef {object} FirstAdmin
 * @property {string} email
 * @property {string} password in words for the terminal: itself only where the database has no other
 * @property {string | undefined} token of a session, which is the caller's to end; undefined where the password alone opens none
 */

/**
 * The first administrator of a running product on a data folder. The password that a start has for this account counts only where it
 * makes the account: a database that was restored has the backup's, and an administrator may have set another one. So it is tried.
 * @param {string} api such as `http://127.0.0.1:3000/api`
 * @param {string} dataDir
 * @returns {Promise<FirstAdmin>}
 */
export async function findFirstAdmin(api, dataDir) {
  const email = process.env['ADMIN_EMAIL'] || SAMPLE_ADMIN;
  const given = process.env['ADMIN_PASSWORD'] || undefined;
  const password = given ?? (await sampleAdminPassword(dataDir));
  const answer = await fetch(`${api}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const token = answer.ok ? (await answer.json()).data.token : undefined;
  if (answer.status !== 401)
    return { email, password: given === undefined ? password : 'the ADMIN_PASSWORD that you set', token };
  const other = given === undefined ? 'the one in admin-password of DATA_DIR' : 'the ADMIN_PASSWORD that you set';
  const own = 'the one that this account has in the database, of the backup where one was restored';
  return { email, password: `${own} (not ${other})`, token: undefined };
}

/**
 * Ends a session.
 * @param {string} api
 * @param {string} token
 */
export async function signOut(api, token) {
  await fetch(`${api}/auth/logout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: '{}',
  });
}
