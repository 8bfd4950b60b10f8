import type { PersonalRecords } from '../platform/personal-records.ts';

const OF_USER = 't.user_id = $1';
const OF_ORDER = 't.order_id in (select id from customer_order where user_id = $1)';
/** Who of the team decided, and what may tell of a suspicion. */
const INNER = ['decided_by', 'first_approved_by', 'priority', 'risk', 'risk_rules', 'held_reason'];

/** What this room keeps about a person; of their pictures what they are, not the bytes. */
export const personalRecords: PersonalRecords = {
  orders: { table: 'customer_order', where: OF_USER, without: INNER },
  orderQuotes: { table: 'order_quote', where: OF_ORDER, without: ['signature'] },
  orderEvents: { table: 'order_event', where: OF_ORDER },
  payments: { table: 'payment', where: OF_ORDER },
  paymentLinks: { table: 'payment_link', where: OF_USER },
  refundOffers: { table: 'refund_offer', where: OF_ORDER },
  pictures: { table: 'stored_image', where: OF_USER, without: ['bytes'] },
};
