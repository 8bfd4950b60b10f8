/** One place of a source file that is changed. */
export interface Change {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** A fault of the past, put back into a build of the harness by changing a few places of the product's sources there. */
export interface Mutation {
  readonly name: string;
  /** What is wrong then. */
  readonly fault: string;
  readonly changes: readonly Change[];
}

const SERVER = 'apps/server/src';

/** The faults that the harness has to find. */
export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'unknown-sent-again',
    fault: 'a payout whose answer was lost is sent once more',
    changes: [
      {
        file: `${SERVER}/payouts/decide-payout.ts`,
        from: `return payout.status === 'sent' ? { kind: 'doubt', reason: answer.reason } : KEEP;`,
        to: `return payout.status === 'sent' ? { kind: 'put-back', reason: answer.reason } : KEEP;`,
      },
    ],
  },
  {
    name: 'repeated-anywhere',
    fault: 'a denied payout is sent again to a bank that makes a second transfer of a reference',
    changes: [
      {
        file: `${SERVER}/payouts/check-payout.ts`,
        from: `rail?.refusesRepeats !== undefined && mayGoAgain`,
        to: `mayGoAgain`,
      },
    ],
  },
  {
    name: 'not-made-too-early',
    fault: 'an administrator may call a payout not made while the bank may still make it',
    changes: [
      {
        file: `${SERVER}/payouts/declare-not-made.ts`,
        from: `if (!needsPerson) throw tooEarly();`,
        to: ``,
      },
      {
        file: `${SERVER}/payouts/decide-payout.ts`,
        from: `const isDenied = step.kind === 'missing' && step.needsPerson && payout.needsPerson && payout.status === 'unknown';`,
        to: `const isDenied = step.kind === 'missing' && payout.status === 'unknown';`,
      },
    ],
  },
  {
    name: 'sends-after-its-deadline',
    fault: 'a process that was stalled still sends, although a person has called the payout not made since',
    changes: [
      {
        file: `${SERVER}/platform/deadline.ts`,
        from: `return Math.max(0, milliseconds - passed);`,
        to: `return Math.max(1, milliseconds - passed);`,
      },
    ],
  },
  {
    name: 'restore-pays-again',
    fault: 'a restored database sends what had left before',
    changes: [
      {
        file: `${SERVER}/controls/fence/departure-gate.ts`,
        from: `if (!isOlder(now, then)) return null;`,
        to: `if (!isOlder(now, then) || now.epoch >= 0n) return null;`,
      },
      {
        file: `${SERVER}/controls/fence/departure-gate.ts`,
        from: `await options.lookAtBanks?.({ isNew });`,
        to: ``,
      },
    ],
  },
  {
    name: 'stale-decision',
    fault: 'an approval counts although the amount has changed since it was on the screen',
    changes: [
      {
        file: `${SERVER}/sales/orders/approve-order.ts`,
        from: `version: seenOrder(tx, order, version, senders),`,
        to: `version: seenOrder(tx, order, version === null ? null : null, senders),`,
      },
    ],
  },
  {
    name: 'told-too-early',
    fault: 'a decision is carried out, and told, by what an earlier one left in the queue, while it can be taken back',
    changes: [
      {
        file: `${SERVER}/sales/orders/carry-decision-out.ts`,
        from: `if (order.decisionDueAt > clock.now()) throw`,
        to: `if (order.decisionDueAt > clock.now() && order.status !== 'pending') throw`,
      },
    ],
  },
  {
    name: 'row-never-handled',
    fault: 'an event that no worker handles stays in the queue for ever',
    changes: [
      {
        file: `${SERVER}/work.ts`,
        from: `all.filter(([type]) => !WAITS_FOR_BANKS.has(type) && !WAITS_FOR_MAIL.has(type))`,
        to: `all.filter(([type]) => type !== 'payment.covered' && !WAITS_FOR_BANKS.has(type) && !WAITS_FOR_MAIL.has(type))`,
      },
    ],
  },
  {
    name: 'event-lost-by-a-crash',
    fault: 'an event is removed before it was handled',
    changes: [
      {
        file: `${SERVER}/platform/worker.ts`,
        from: `await handlers[type]?.(payload, {`,
        to: `await removal.submit(id);
      await handlers[type]?.(payload, {`,
      },
    ],
  },
  {
    name: 'callback-believed',
    fault: 'a transfer that is under way is called paid',
    changes: [
      {
        file: `${SERVER}/payouts/decide-payout.ts`,
        from: `return payout.notFoundSince === null ? KEEP : { kind: 'found' };`,
        to: `return payout.notFoundSince === null ? { kind: 'settle', sessionId: null } : { kind: 'found' };`,
      },
    ],
  },
  {
    name: 'replaced-block-kept',
    fault: 'coins that a reorganisation took back after they were final stay in the balance',
    changes: [
      {
        file: `${SERVER}/custody/deposits/remove-blocks.ts`,
        from: `const undone = lost.filter(({ status }) => decideRemoval(status) === 'reverted');`,
        to: `const undone = lost.filter(() => false);`,
      },
    ],
  },
  {
    name: 'counted-twice',
    fault:
      'coins that were booked before their payment was read stay in the books where the chain replaces the block at which they were found',
    changes: [
      {
        file: `${SERVER}/custody/found/surpluses/take-out-surpluses.ts`,
        from: `const found = await lockFoundAbove(tx, network, height);`,
        to: `const found: Awaited<ReturnType<typeof lockFoundAbove>> = [];`,
      },
    ],
  },
  {
    name: 'blocks-skipped',
    fault: 'a watcher that is behind goes on at the newest block, and is blind to those between',
    changes: [
      {
        file: `${SERVER}/custody/deposits/watch-network.ts`,
        from: `return { has: (key) => found.has(key) || key === treasury };`,
        to: `return { has: (key) => (range.to === range.from && found.has(key)) || key === treasury };`,
      },
    ],
  },
];
