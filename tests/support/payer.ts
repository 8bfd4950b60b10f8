import { type BodyInputOf, endpoints, type OwnPaymentLink, type Payment } from '@kobogate/contract';
import { CONFIRMATIONS, type Product } from './product.ts';
import { giveBankAccount } from './customer.ts';
import { adminToken, fromNewAddress } from './people.ts';
import { eventually } from './wait.ts';

type Service = Pick<Product, 'call' | 'sandbox'>;
type NewLink = BodyInputOf<typeof endpoints.paymentLinks.create>;

/** Terms of a link that may be paid with a coin of many networks, or one of a single one. */
export const THREE_COINS = { amount: '25000.50', coins: ['USDT' as const, 'BNB' as const, 'DOT' as const] };

/** A picture of one pixel for a link: PNG in base64. */
export const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** The address of a link's page. */
export const linkAddress = ({ origin }: Pick<Product, 'origin'>, linkId: string, query = ''): string =>
  `${origin}/custom-payment/${linkId}${query}`;

/** A merchant's link for ₦25,000 in any coin, unless told otherwise. */
export async function newLink(
  { call }: Pick<Service, 'call'>,
  token: string,
  more: { amount?: string; amountCurrency?: 'NGN' | 'USD'; isOnce?: boolean } = {},
): Promise<OwnPaymentLink> {
  const body = {
    name: 'Sample shop',
    purpose: 'Bread',
    amount: '25000.00',
    coins: ['BTC', 'ETH', 'USDT', 'USDC', 'BNB', 'ADA', 'SOL', 'DOT'] as const,
    ...more,
  };
  return (await call(endpoints.paymentLinks.create, { token, body: { ...body, coins: [...body.coins] } })).data;
}

/**
 * A link for a fixed naira amount by default, of the administrator, who has links before they are on offer; answers its
 * id.
 */
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

/** Opens a payment from a network address of its own. */
export async function openPayment(
  { call }: Pick<Service, 'call'>,
  linkId: string,
  pair: { currency: string; network: string },
): Promise<Payment> {
  const answer = await call(endpoints.payments.open, { params: { id: linkId }, body: pair, headers: fromNewAddress() });
  return answer.data;
}

/** Pays coins to a payment's address, by default what is missing, and mines until they are final. */
export async function payPayment(
  { sandbox }: Pick<Service, 'sandbox'>,
  { network, currency, address, missing }: Payment,
  amount = missing,
): Promise<void> {
  await sandbox.pay(network, currency, address, amount);
  await sandbox.mine(network, CONFIRMATIONS);
}

/** The payment, as its payer sees it, once it matches. */
export function paymentWhere(
  { call }: Pick<Service, 'call'>,
  id: string,
  what: string,
  isSo: (payment: Payment) => boolean,
): Promise<Payment> {
  return eventually(`payment ${id}: ${what}`, async () => {
    const { data } = await call(endpoints.payments.getPublic, { params: { id } });
    if (isSo(data)) return data;
    throw new Error(`${data.state}, ${data.payout}; ${data.timeline.at(-1)?.type ?? ''}`);
  });
}
