import { idSchema } from '@kobogate/contract';
import * as z from 'zod/mini';
import type { Connection, Transaction } from './platform/database.ts';
import { DependencyDown } from './platform/errors.ts';
import * as queue from './platform/queue.ts';
import { type EventHandler, PutBack } from './platform/queue.ts';
import { inSpan } from './platform/tracing.ts';
import type { PersonalRecords } from './platform/personal-records.ts';

const ofOrder = z.object({ orderId: idSchema('Order') });
const ofDeposit = z.object({ depositId: idSchema('Deposit') });
const ofPayment = z.object({ orderId: idSchema('Order'), depositId: z.optional(idSchema('Deposit')) });
const ofPayout = z.object({ orderId: idSchema('Order'), payoutId: z.optional(idSchema('Payout')) });
const ofRefund = z.object({ refundId: idSchema('Refund') });
const ofOffer = z.object({ orderId: idSchema('Order'), offerId: idSchema('Offer') });
const ofLink = z.object({ linkId: idSchema('Link'), userId: idSchema('User') });

/**
 * THE MAP: every event once, with the contents of its payload. The comment names the room that emits it and, behind the
 * arrow, what it starts. An event is a row, written in the transaction of the change that it reports, and handled at
 * least once.
 */
export const EVENTS = {
  /** identity → identity: the mail with the code. */
  'account.code-requested': z.object({ codeId: idSchema('Code') }),
  /** identity → identity: the mail with the link. */
  'account.reset-requested': z.object({ resetId: idSchema('Reset'), isFirstAdmin: z.optional(z.boolean()) }),
  /** identity, about the request to remove a lost second factor → messaging: notifications. */
  'account.factor-reset': z.object({
    userId: idSchema('User'),
    what: z.enum(['asked', 'granted', 'refused', 'stopped', 'done']),
    reason: z.optional(z.string()),
  }),
  /** identity → identity: the mail with the link into the team. */
  'team.invited': z.object({ invitationId: idSchema('Invitation') }),
  /** any room that mails a user → identity: the mail server. */
  'mail.send': z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string() }),
  /** messaging → messaging: the provider of text messages, at most once. */
  'sms.send': z.object({ userId: idSchema('User'), text: z.string() }),
  /** admin: an account was closed → custody: coins that became final at that moment wait for a person. */
  'account.closed': z.object({ userId: idSchema('User') }),
  /** controls → controls: the mail to administrators. */
  'fence.raised': z.object({ fenceId: idSchema('Fence') }),
  /** custody, as its watcher sees coins → sales: confirming; messaging: webhooks, notifications. */
  'deposit.seen': ofDeposit,
  /** custody, where a block went → sales: back to waiting. */
  'deposit.dropped': ofDeposit,
  /** custody, with the credit → sales: fund; controls: the senders; custody: value, a wallet; messaging: notifications. */
  'deposit.confirmed': ofDeposit,
  /**
   * custody, with what is owed → sales: unfund, decline refunds to payers; custody: decline refunds, collect; payouts:
   * withdraw; messaging: notifications.
   */
  'deposit.reverted': ofDeposit,
  /**
   * custody, where so much of what a person had credited was another payment’s: another customer’s, or one of their own whose coins
   * are held, so that they owe it → the same as of the one before, as far as it is owed.
   */
  'deposit.corrected': z.object({ depositId: idSchema('Deposit'), amount: z.string() }),
  /** custody: coins in suspense were credited → messaging: notifications. */
  'suspense.credited': z.object({ userId: idSchema('User'), from: z.string(), asset: z.string(), amount: z.string() }),
  /** custody → messaging: webhooks, notifications. */
  'refund.requested': ofRefund,
  /** custody → sales: the payment’s timeline; messaging: webhooks, notifications. So are the next three. */
  'refund.approved': ofRefund,
  'refund.declined': ofRefund,
  'refund.sent': ofRefund,
  'refund.final': ofRefund,
  /** sales: cleared and covered → payouts: create. */
  'order.payable': ofOrder,
  /** sales: covered, waits for an administrator, the name not confirmed → sales: ask the bank. */
  'order.name-due': ofOrder,
  /** sales: approved, and can be taken back until then → sales: carry it out. So is the next one, of a decline. */
  'order.approval-due': ofOrder,
  'order.decline-due': ofOrder,
  /**
   * sales, payouts: covered, and a person reviews it before the naira leaves → sales: a mail to the payer;
   * messaging: webhooks, and notifications unless it is held as it is covered, which `payment.covered` tells.
   */
  'order.held': z.object({ orderId: idSchema('Order'), isTold: z.optional(z.boolean()) }),
  /** sales → messaging: notifications, while this one of its approvals stands. */
  'order.approved': z.object({ orderId: idSchema('Order'), approval: z.optional(z.number()) }),
  /** sales → messaging: notifications. So are the next two. */
  'order.underpaid': ofOrder,
  'order.repriced': ofOrder,
  'order.rate-asked': ofOrder,
  /** sales → sales: a once-only link can be paid again; custody: a wallet for a payment’s coins; messaging: both. */
  'order.declined': ofOrder,
  /** sales → messaging: webhooks. So are the next two. */
  'payment.opened': ofOrder,
  'payment.expired': ofOrder,
  'payment.reverted': ofOrder,
  /** sales → messaging: webhooks, notifications. So are the next two. */
  'payment.covered': z.object({ orderId: idSchema('Order'), isSecond: z.optional(z.boolean()) }),
  'payment.underpaid': ofPayment,
  'payment.elsewhere': ofPayment,
  /** sales → custody: a wallet for what went to the balance; messaging: webhooks, notifications. */
  'payment.excess': ofPayment,
  /** sales → messaging: webhooks, notifications. */
  'payment.refund-answered': z.object({ orderId: idSchema('Order'), offerId: z.optional(idSchema('Offer')) }),
  /** sales → messaging: webhooks. So is the next one. */
  'payment.refund-offered': ofOffer,
  'payment.refund-withdrawn': ofOffer,
  /** sales → messaging: webhooks. So are the next two. */
  'link.created': ofLink,
  'link.updated': ofLink,
  'link.deactivated': ofLink,
  /** payouts → payouts: send it; `after` this many times that it was sent. */
  'payout.due': z.object({ payoutId: idSchema('Payout'), after: z.optional(z.number()) }),
  /** payouts → payouts: ask the bank; `check` numbers the question. */
  'payout.check': z.object({ payoutId: idSchema('Payout'), check: z.optional(z.number()) }),
  /** payouts, as a bank calls back → payouts: ask the bank. */
  'payout.callback': z.object({ rail: z.string(), reference: z.string() }),
  /** payouts → messaging: webhooks, notifications. So are the next two. */
  'payout.paid': ofPayout,
  'payout.failed': ofPayout,
  'payout.reversed': ofPayout,
  /** payouts: its bank gives no clear answer, and a person asks → messaging: webhooks, notifications. */
  'payout.delayed': ofPayout,
  /** messaging: an endpoint only fails → messaging: notifications. */
  'webhook.failing': z.object({ userId: idSchema('User'), host: z.string(), isTurnedOff: z.boolean() }),
};

export type EventType = keyof typeof EVENTS;
export type Payload<Type extends EventType> = z.output<(typeof EVENTS)[Type]>;

/** An event as it is written for the queue: the type defines the payload. */
export type NewEvent = {
  readonly [Type in EventType]: {
    readonly type: Type;
    readonly payload: Payload<Type>;
    /** Not handled before this time; at once where absent. */
    readonly runAt?: Date;
    /** Of all open events of this type with this key, only the first is kept. */
    readonly key?: string;
  };
}[EventType];

/** Writes one event in the caller's transaction. */
export const emit = (tx: Transaction, event: NewEvent): Promise<void> => queue.enqueue(tx, [event]);

/** Writes events in the caller's transaction: they exist if, and only if, it commits, and are handled at least once. */
export const emitMany = (tx: Transaction, events: readonly NewEvent[]): Promise<void> => queue.enqueue(tx, events);

/** Makes the open events of a type with these keys due at once; one that is being handled goes on. */
export const runNow = (tx: Transaction, type: EventType, keys: readonly string[]): Promise<void> =>
  queue.runNow(tx, type, keys);

/** Makes up to `most` events of a type that were put back due at `now`; answers how many. */
export const bringForward = (connection: Connection, type: EventType, now: Date, most: number): Promise<number> =>
  queue.bringForward(connection, type, now, most);

/** Removes events of these types that were given up on, and were written before a time. */
export const forgetDead = (connection: Connection, types: readonly EventType[], before: Date): Promise<void> =>
  queue.forgetDead(connection, types, before);

/** A room's handler of one event. It may be called again for the same `eventId`; throwing means "try again later". */
export type Handler<Type extends EventType> = (
  payload: Payload<Type>,
  context: Parameters<EventHandler>[1],
) => Promise<void>;

/** A room's handlers of events; each gets the payload as `EVENTS` reads it. */
export type Handlers = { readonly [Type in EventType]?: Handler<Type> };

const SCHEMAS: { readonly [Type in EventType]: { parse(payload: unknown): Payload<Type> } } = EVENTS;
const isEventType = (text: string): text is EventType => text in EVENTS;

/**
 * The handlers of several rooms as one for each event, each room's in turn, for a worker. Where one fails, all of them
 * run again; one that waits for an outside service, or is put back, lets the others go first.
 */
export function inOrder(rooms: readonly Handlers[]): Readonly<Record<string, EventHandler>> {
  const types = new Set(rooms.flatMap((handlers) => Object.keys(handlers)).filter(isEventType));
  return Object.fromEntries([...types].map((type) => [type, oneAfterTheOther(type, rooms)]));
}

function oneAfterTheOther<Type extends EventType>(type: Type, rooms: readonly Pick<Handlers, Type>[]): EventHandler {
  const handlers = rooms.flatMap((room) => room[type] ?? []);
  async function handleAll(read: Payload<Type>, context: Parameters<EventHandler>[1]): Promise<void> {
    let waiting: DependencyDown | PutBack | undefined;
    for (const handle of handlers) {
      try {
        await handle(read, context);
      } catch (error) {
        // A handler that waits for an outside service, such as a rate, does not delay the notification that coins have
        // arrived, and one that waits for a fence does not hold up the others.
        if (!(error instanceof DependencyDown || error instanceof PutBack)) throw error;
        // What is put back is never given up.
        if (!(waiting instanceof PutBack)) waiting = error instanceof PutBack ? error : (waiting ?? error);
      }
    }
    if (waiting !== undefined) throw waiting;
  }
  return async (payload, context) => {
    const read = SCHEMAS[type].parse(payload);
    await inSpan(type, { of: traceOf(read), from: context.trace ?? null }, () => handleAll(read, context));
  };
}

/** The order, or else the deposit or refund, whose trace the handling of an event belongs to. */
function traceOf(payload: object): string | undefined {
  const ids: Partial<Record<'orderId' | 'depositId' | 'refundId', string>> = payload;
  return ids.orderId ?? ids.depositId ?? ids.refundId;
}

/** A room, as far as events go: the handlers of each of its parts. */
interface WithHandlers {
  readonly handlers: readonly Handlers[];
}

type KeysOfEach<Rooms> = Rooms extends unknown ? keyof Rooms : never;
/** Events that none of the rooms handles, by name. */
type Unhandled<Rooms extends readonly WithHandlers[]> = Exclude<
  EventType,
  KeysOfEach<Rooms[number]['handlers'][number]>
>;

/**
 * The same as `inOrder`, for all rooms together, one after the other: an event without a handler is named by the
 * compiler and does not compile.
 */
export const everyEvent = <const Rooms extends readonly WithHandlers[]>(
  rooms: Rooms,
  ..._unhandled: [Unhandled<Rooms>] extends [never] ? [] : [unhandled: Unhandled<Rooms>]
): Readonly<Record<string, EventHandler>> => inOrder(rooms.flatMap(({ handlers }) => handlers));

/** What waits in the queue for a person: mails to their address, and texts to their phone. Other events name them by an id alone. */
export const personalRecords: PersonalRecords = {
  messagesToSend: {
    table: 'event',
    where: `(t.type = 'mail.send' and lower(t.payload ->> 'to') = (select lower(u.email) from app_user u where u.id = $1))
      or (t.type = 'sms.send' and t.payload ->> 'userId' = $1::uuid::text)`,
    without: ['trace', 'key', 'last_error'],
    erased: 'deleted',
  },
};
