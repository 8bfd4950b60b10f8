import type { PersonalRecords } from '../platform/personal-records.ts';

const OF_USER = 't.user_id = $1';
const OF_ORDER = 't.order_id in (select id from customer_order where user_id = $1)';
/** Who of the team decided, and what may tell of a suspicion. */
const INNER = ['decided_by', 'first_approved_by', 'priority', 'risk', 'risk_rules', 'held_reason', 'decision_due_at'];

/** What this room keeps about a person. */
export const personalRecords: PersonalRecords = {
  orders: { table: 'customer_order', where: OF_USER, without: INNER, erased: { kept: 'books' } },
  orderQuotes: { table: 'order_quote', where: OF_ORDER, without: ['signature'], erased: { kept: 'books' } },
  orderEvents: { table: 'order_event', where: OF_ORDER, erased: { kept: 'books' } },
  payments: {
    table: 'payment',
    where: OF_ORDER,
    erased: { set: { payer_email: 'null', custom_values: `'[]'`, metadata: `'{}'` } },
  },
  paymentLinks: {
    table: 'payment_link',
    where: OF_USER,
    erased: {
      set: {
        name: `'Erased'`,
        purpose: `''`,
        success_message: 'null',
        redirect_url: 'null',
        metadata: `'{}'`,
        custom_fields: `'[]'`,
        banner_image_id: 'null',
        profile_image_id: 'null',
        active: 'false',
        version: 't.version + 1',
        updated_at: 'now()',
      },
    },
  },
  refundOffers: { table: 'refund_offer', where: OF_ORDER, erased: { kept: 'books' } },
  pictures: { table: 'stored_image', where: OF_USER, asBase64: ['bytes'], erased: 'deleted' },
};
