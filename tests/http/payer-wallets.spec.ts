// A payer's Solana wallet signs our transaction, and it pays the payment exactly, in SOL and in a token whose
// account the payer opens; no other transaction can be sent through us, and none once nothing is missing. Real
// signatures, run by Solana's own programs.
import { endpoints, type Payment } from '@kobogate/contract';
import { expect, test } from '../support/fixtures.ts';
import { pathOf, send } from '../support/http.ts';
import { createLink, openPayment, paymentWhere } from '../support/payer.ts';
import { createSolanaKey, type SolanaKey } from '../support/solana-wallet.ts';
import type { Product } from '../support/product.ts';

const { prepareSolana, sendSolana } = endpoints.payerWallets;
const BLOCKS = 4;

async function fund({ sandbox }: Product, { address }: SolanaKey, coins: Readonly<Record<string, string>>) {
  for (const [asset, amount] of Object.entries(coins)) await sandbox.pay('solana', asset, address, amount);
  await sandbox.mine('solana', BLOCKS);
}

const prepare = async ({ call }: Product, { id }: Payment, { address }: SolanaKey) =>
  (await call(prepareSolana, { params: { id }, query: { payer: address } })).data;

/** The answer to a sent transaction, refusal or not. */
const handIn = ({ apiBase }: Product, { id }: Payment, transaction: Uint8Array) =>
  send('POST', `${apiBase}${pathOf(sendSolana, { id })}`, {
    body: { transaction: Buffer.from(transaction).toString('base64') },
  });

test('pays in SOL and in a token, to the unit, with the payer’s signature only', async ({ product }) => {
  const link = await createLink(product, { amount: '25000', coins: ['SOL', 'USDC'] });
  for (const currency of ['SOL', 'USDC']) {
    const key = createSolanaKey();
    await fund(product, key, { SOL: '1', USDC: '100' });
    const payment = await openPayment(product, link, { currency, network: 'solana' });
    const prepared = await prepare(product, payment, key);
    const signed = key.sign(Buffer.from(prepared.transaction, 'base64'));
    const first = await handIn(product, payment, signed);
    expect(first.status, first.text).toBe(202);
    // The answer was lost, and the same bytes are sent again.
    expect((await handIn(product, payment, signed)).text).toBe(first.text);
    await product.sandbox.mine('solana', BLOCKS);
    const paid = await paymentWhere(product, payment.id, 'paid', ({ state }) => state === 'paid');
    expect(paid).toMatchObject({ received: payment.amount, missing: '0', excess: '0' });
    expect(paid.deposits).toHaveLength(1);
    expect(first.json).toEqual({ data: { signature: paid.deposits[0]?.transaction } });
    const late = await send(
      'GET',
      `${product.apiBase}${pathOf(prepareSolana, { id: payment.id }, { payer: key.address })}`,
    );
    expect(late.status).toBe(409);
  }
});

test('says what the account lacks, and sends only signed transactions for this payment', async ({ product }) => {
  const link = await createLink(product, { amount: '25000', coins: ['USDC'] });
  const [one, other] = [
    await openPayment(product, link, { currency: 'USDC', network: 'solana' }),
    await openPayment(product, link, { currency: 'USDC', network: 'solana' }),
  ];
  const key = createSolanaKey();
  await fund(product, key, { SOL: '0.001' });
  const { transaction, coins, tokens } = await prepare(product, one, key);
  expect(coins).toEqual({ held: '1000000', needed: '2935160' });
  expect(tokens?.held).toBe('0');
  expect(tokens?.needed.replace(/(?<fraction>\d{6})$/, '.$<fraction>').replace(/\.?0+$/, '')).toBe(one.missing);
  const bytes = Buffer.from(transaction, 'base64');
  expect((await handIn(product, one, bytes)).status).toBe(422);
  expect((await handIn(product, other, key.sign(bytes))).status).toBe(422);
  // Signed and for this payment, but the balance is too low: the node's own simulation refuses it.
  const refused = await handIn(product, one, key.sign(bytes));
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('Solana refused this transaction');
});
