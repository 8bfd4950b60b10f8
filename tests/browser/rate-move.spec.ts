// Guarantee: a customer whose coins are worth less than agreed is asked on the order's page, sees both figures, and
// their answer is about the naira on their screen.
import { endpoints } from '@kobogate/contract';
import { newCustomer, placeOrder } from '../support/customer.ts';
import { expect, test } from '../support/fixtures.ts';
import { answering, signedIn, stub } from '../support/stubs.ts';

test('[H-4] a lower amount is accepted, or the coins come back, as the customer answers', async ({ page, product }) => {
  const customer = await newCustomer(product);
  const { id } = await placeOrder(product, customer.token, { currency: 'USDT', network: 'bsc', amount: '25.5' });
  const { data: real } = await product.call(endpoints.orders.getConversion, { token: customer.token, params: { id } });
  const rateMove = { agreedKobo: '9900000', answer: 'asked', answerBy: new Date(Date.now() + 3_600_000).toISOString() };
  const asked = { ...real, status: 'pending', funding: 'late', missingAmount: '0', rateMove };
  const sent: unknown[] = [];
  await signedIn(page, customer.token);
  await stub(page, 'GET', `/conversion/${id}`, answering(200, { data: asked }));
  await stub(page, 'POST', `/conversion/${id}/rate`, (request) => {
    sent.push(request.sent());
    return answering(409, { message: 'It is ₦5.00 by now. Nothing was done; please look at it again.' })(request);
  });
  await page.goto(`${product.origin}/account/convert-to-naira/${id}`);
  const card = page.getByLabel('The rate has moved');
  await expect(card).toContainText('₦99,000.00 was agreed on');
  await card.getByRole('button', { name: 'Take the coins back' }).click();
  await expect(card.getByRole('alert')).toContainText('It is ₦5.00 by now.');
  await card.getByRole('button', { name: /^Take ₦/ }).click();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent).toEqual([
    { answer: 'declined', nairaKobo: real.nairaKobo },
    { answer: 'accepted', nairaKobo: real.nairaKobo },
  ]);
});

test('[H-4] the server asks no customer whose order has not moved', async ({ product }) => {
  const customer = await newCustomer(product);
  const order = await placeOrder(product, customer.token, { currency: 'USDT', network: 'bsc', amount: '25.5' });
  const body = { answer: 'accepted' as const, nairaKobo: order.nairaKobo };
  const call = product.call(endpoints.orders.answerRate, { token: customer.token, params: { id: order.id }, body });
  await expect(call).rejects.toThrow('409');
});
