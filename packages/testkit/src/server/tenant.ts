import { crc32, deflateSync } from 'node:zlib';
import { endpoints, type MerchantPayment, SCOPES } from '@kobogate/contract';
import { createAuthenticator } from '../identity/two-factor.ts';
import { PASSWORD } from '../identity/accounts.ts';
import type { TestPerson, TestProduct } from './product.ts';

/** A signed-in user with one of each thing that has an address of its own. */
export interface TestTenant extends TestPerson {
  readonly userId: string;
  /** An API key with every scope. */
  readonly key: string;
  /** By the part of the API's address before it, such as `/payment-links`. */
  readonly ids: Readonly<Record<string, string>>;
}

/** An address of the API with ids in place of its parameters. Throws where there is none for one. */
export function fillPath(path: string, ids: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{\w+\}/g, (_parameter, at: number) => {
    const before = path.slice(0, at - 1);
    const id = ids[before];
    if (id === undefined) throw new Error(`there is nothing of ${before}: the tenant of the tests has to make one`);
    return id;
  });
}

const { accounts, apiKeys, images, orders, payments, paymentLinks, sessions, twoFactor, wallets, webhooks } = endpoints;

/** Makes such a user; with a passkey each later proof takes it. */
export async function makeTenant(product: TestProduct, { hasPasskey = true } = {}): Promise<TestTenant> {
  const { token, email } = await product.signUp();
  const { call } = product;
  const get = (path: string) => call('GET', path, { token });
  const post = (path: string, body: object = {}) => call('POST', path, { token, body });
  const account = { accountNumber: '0123456785', bankName: 'GTBANK', accountName: 'Ada Obi' };
  await call('PATCH', '/bank-account', { token, body: account });
  const key = await product.makeKey(token, SCOPES);
  const [listed] = apiKeys.list.answer.parse(await get('/api-keys')).data;
  const [session] = sessions.list.answer.parse(await get('/user/sessions')).data;
  const endpoint = webhooks.create.answer.parse(
    await post('/webhooks/endpoints', {
      url: 'https://shop.example/hook',
      events: ['payment.paid'],
      password: PASSWORD,
    }),
  ).data.id;
  const delivery = webhooks.test.answer.parse(await post(`/webhooks/endpoints/${endpoint}/test`)).data.deliveryId;
  const link = paymentLinks.create.answer.parse(
    await post('/payment-links', { name: 'Sample shop', purpose: 'Bread', amount: '25000', coins: ['USDT', 'USDC'] }),
  ).data.id;
  const payment = payments.create.answer.parse(
    await post('/payments', { linkId: link, currency: 'USDT', network: 'ethereum' }),
  ).data;
  const offer = await payAndOffer(product, token, payment);
  const order = await convert(product, token);
  const { data: user } = accounts.getUser.answer.parse(await get('/user'));
  return {
    email,
    token,
    userId: user.id,
    key,
    ids: {
      '/api-keys': listed?.id ?? '',
      '/user/sessions': session?.id ?? '',
      '/webhooks/endpoints': endpoint,
      '/webhooks/deliveries': delivery,
      '/payment-links': link,
      '/payment-links/user': link,
      '/payments': payment.id,
      '/payments/{id}/refund-offers': offer,
      '/bank-account/orders': order,
      '/conversion': order,
      '/order': order,
      '/receipts': order,
      ...(hasPasskey ? { '/two-factor/passkeys': await addPasskey(product, token) } : {}),
      '/images': await upload(product, token),
      '/admin/users': user.id,
      '/wallet': 'USDT',
      '/rates': 'USDT',
      '/admin/products': 'USDT',
      '/admin/products/{currency}': 'ethereum',
    },
  };
}

/** Pays a payment with coins that it did not ask for, which are then offered back; answers the offer's id. */
async function payAndOffer(product: TestProduct, token: string, payment: MerchantPayment): Promise<string> {
  const asset = 'USDC@ethereum';
  await product.pay({ addressKey: payment.address.toLowerCase(), asset, amount: 5_000_000n });
  await product.work();
  const answer = await product.call('POST', `/payments/${payment.id}/refund-offers`, { token, body: { asset } });
  return payments.create.answer.parse(answer).data.refunds[0]?.id ?? '';
}

/** Converts coins that have arrived, up to the naira, so that there is a receipt; answers the order's id. */
async function convert(product: TestProduct, token: string): Promise<string> {
  const wallet = wallets.create.answer.parse(
    await product.call('POST', '/wallet/USDT?network=ethereum', { token }),
  ).data;
  const body = { fromCurrency: 'USDT', network: 'ethereum', fromAmount: '10' };
  const { id } = orders.convert.answer.parse(await product.call('POST', '/conversion', { token, body }));
  await product.pay({
    addressKey: wallet.depositAddress.toLowerCase(),
    asset: 'USDT@ethereum',
    amount: 100_000_000n,
  });
  await product.work();
  return id;
}

async function addPasskey(product: TestProduct, token: string): Promise<string> {
  const asked = await product.call('POST', '/two-factor/passkeys/options', { token, body: { password: PASSWORD } });
  const options = twoFactor.passkeyOptions.answer.parse(asked).data;
  const registration = createAuthenticator({ origin: 'http://localhost:3000' }).register(options);
  await product.call('POST', '/two-factor/passkeys', { token, body: { name: 'Sample', registration } });
  const { data } = twoFactor.get.answer.parse(await product.call('GET', '/two-factor', { token }));
  return data.passkeys[0]?.id ?? '';
}

async function upload(product: TestProduct, token: string): Promise<string> {
  const { status, text } = await product.send({
    method: 'POST',
    path: '/api/images?kind=banner',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
    body: samplePicture(),
  });
  if (status !== 201) throw new Error(`the picture was not taken: ${text}`);
  return images.upload.answer.parse(JSON.parse(text)).data.id;
}

/** A grey PNG of 1200 by 400. */
export function samplePicture(width = 1200, height = 400): Uint8Array<ArrayBuffer> {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits of grey.
  head.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((width + 1) * height, 128);
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0;
  const signature = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  return new Uint8Array(
    Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]),
  );
}
