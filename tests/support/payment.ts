import { type BodyInputOf, endpoints, type Payment } from '@kobogate/contract';
import { giveBankAccount } from './customer.ts';
import { adminToken } from './people.ts';
import type { Product } from './product.ts';
import { eventually } from './wait.ts';

type Service = Pick<Product, 'call' | 'sandbox'>;
type NewLink = BodyInputOf<typeof endpoints.paymentLinks.create>;

/** A link for a fixed naira amount unless more is said, of the administrator, who has links before they are offered to all; answers its id. */
export async function createLink(
  service: Service,
  link: Pick<NewLink, 'amount' | 'coins'> & Partial<NewLink>,
): Promise<string> {
  const token = await adminToken(service.call);
  const { data: account } = await service.call(endpoints.bankAccounts.getMine, { token });
  if (account === null) await giveBankAccount(service, token);
  const body = { name: 'Sample Bakery', purpose: 'A sample purpose', ...link };
  const { data } = await service.call(endpoints.paymentLinks.create, { token, body });
  return data.id;
}

/** Opens a payment by a link, as its payer does. */
export async function openPayment(
  { call }: Pick<Service, 'call'>,
  linkId: string,
  pair: { currency: string; network: string },
): Promise<Payment> {
  const { data } = await call(endpoints.payments.open, { params: { id: linkId }, body: pair });
  return data;
}

/** The payment once it is as asked, for example paid. */
export function paymentWhere(
  { call }: Pick<Service, 'call'>,
  id: string,
  what: string,
  isSo: (payment: Payment) => boolean,
): Promise<Payment> {
  return eventually(`payment ${id}: ${what}`, async () => {
    const { data } = await call(endpoints.payments.getPublic, { params: { id } });
    if (isSo(data)) return data;
    throw new Error(`${data.state}, ${data.payout}, missing ${data.missing}`);
  });
}
