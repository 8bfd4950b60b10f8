/** What the sample admin asks to be paid for; marked as samples by their names. */
const SAMPLES = [
  {
    name: 'Sample Bakery (sample)',
    purpose: 'A sample order: two trays of small chops',
    amount: '25000.50',
    coins: ['USDT', 'USDC', 'BNB'],
  },
  { name: 'Sample Studio (sample)', purpose: 'A sample invoice: a logo', amount: '180000', coins: ['ETH', 'USDT'] },
];

/**
 * The ids of two payment links to look at, made by the sample admin over the product's own API where that person has
 * none yet. Answers none where that person can't sign in with the password alone.
 * @param {string} api such as `http://127.0.0.1:3000/api`
 * @param {{ email: string, password: string }} admin
 * @returns {Promise<string[]>}
 */
export async function sampleLinks(api, { email, password }) {
  const { data } = await ask(`${api}/auth/login`, { body: { email, password } });
  if (typeof data?.token !== 'string') return [];
  const token = data.token;
  const own = (await ask(`${api}/payment-links`, { token })).data ?? [];
  if (own.length === 0) {
    for (const body of SAMPLES) await ask(`${api}/payment-links`, { token, body });
  }
  const links = own.length > 0 ? own : ((await ask(`${api}/payment-links`, { token })).data ?? []);
  await ask(`${api}/auth/logout`, { token, body: {} });
  /** @type {{ id: string }[]} */
  const shown = links.slice(0, SAMPLES.length);
  return shown.map(({ id }) => id);
}

/**
 * @param {string} address
 * @param {{ token?: string, body?: unknown }} input
 * @returns {Promise<{ data?: any }>} empty where it was refused
 */
async function ask(address, { token, body }) {
  const response = await fetch(address, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return response.ok ? response.json() : {};
}
