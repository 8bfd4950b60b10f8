import { SAMPLE_PICTURES } from './sample-pictures.mjs';

/** Where the sandbox's bank pays the naira of the sample links; its check digit is right for the bank. */
const SAMPLE_ACCOUNT = {
  accountNumber: '0123456785',
  bankCode: '000013',
  bankName: 'Guaranty Trust Bank',
  accountName: 'Sample Merchant (sample)',
};

/** The links of the sample admin; marked as samples by their names. */
const SAMPLES = [
  {
    name: 'Sample Bakery (sample)',
    purpose: 'A sample order: two trays of small chops',
    amount: '25000.50',
    coins: ['USDT', 'USDC', 'BNB'],
    pictures: SAMPLE_PICTURES.bakery,
  },
  {
    name: 'Sample Studio (sample)',
    purpose: 'A sample invoice: a logo',
    amount: '180000',
    coins: ['ETH', 'USDT'],
    pictures: SAMPLE_PICTURES.studio,
  },
];

/**
 * The ids of two payment links to pay, made by the sample admin over the product's own API where they have none
 * yet. The naira goes to an account that is first added to the sandbox's bank, unless the admin has set one.
 * @param {string} api such as `http://127.0.0.1:3000/api`
 * @param {string} sandbox such as `http://127.0.0.1:3001`
 * @param {string} token of a session of the sample admin
 * @returns {Promise<string[]>}
 */
export async function sampleLinks(api, sandbox, token) {
  await ensurePayoutAccount(api, sandbox, token);
  const list = async () =>
    /** @type {{ id: string }[] | undefined} */ (await ask(`${api}/payment-links`, { token })) ?? [];
  if ((await list()).length === 0) {
    for (const { pictures, ...terms } of SAMPLES) {
      const bannerImageId = await upload(api, token, 'banner', pictures.banner());
      const profileImageId = await upload(api, token, 'profile', pictures.profile());
      await ask(`${api}/payment-links`, { token, body: { ...terms, bannerImageId, profileImageId } });
    }
  }
  return (await list()).slice(0, SAMPLES.length).map(({ id }) => id);
}

/**
 * Sets the payout account without which no payment of a link can be made. An existing one stays.
 * @param {string} api
 * @param {string} sandbox
 * @param {string} token
 */
async function ensurePayoutAccount(api, sandbox, token) {
  const present = await ask(`${api}/bank-account/me`, { token });
  if (present !== null) return;
  const { accountNumber, bankCode, bankName, accountName } = SAMPLE_ACCOUNT;
  await ask(`${sandbox}/control/banks/accounts`, { body: { accountNumber, bankCode, accountName } });
  await ask(`${api}/bank-account`, { token, method: 'PATCH', body: { accountNumber, bankName, accountName } });
}

/**
 * @param {string} api
 * @param {string} token
 * @param {'banner' | 'profile'} kind
 * @param {Buffer} picture
 * @returns {Promise<string | null>} the picture's id; null where it was refused: a link is complete without one
 */
async function upload(api, token, kind, picture) {
  const response = await fetch(`${api}/images?kind=${kind}`, {
    method: 'POST',
    headers: { 'content-type': 'image/png', authorization: `Bearer ${token}` },
    body: new Uint8Array(picture),
  });
  return response.ok ? (await response.json()).data.id : null;
}

/**
 * @param {string} address
 * @param {{ token?: string, body?: unknown, method?: string }} input
 * @returns {Promise<unknown>} the answer's data; undefined where it was refused
 */
async function ask(address, { token, body, method = body === undefined ? 'GET' : 'POST' }) {
  const response = await fetch(address, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) return undefined;
  const answer = await response.json();
  return answer.data;
}
