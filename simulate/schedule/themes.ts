import type { StepKind } from './kinds.ts';

/** What a schedule is mostly about: how it begins, and what is drawn in it more often than in others. */
interface Theme {
  readonly begins: readonly StepKind[];
  readonly more: Partial<Record<StepKind, number>>;
}

/** A customer's conversion is on its way to the bank. */
const PAID_FOR: readonly StepKind[] = ['convert', 'pay exactly', 'everything goes on'];

/** Each family of faults where it does the most harm; a theme is drawn for each schedule. */
export const THEMES: readonly Theme[] = [
  // A day as most are.
  { begins: ['a bank misbehaves', ...PAID_FOR], more: {} },
  // Answers of banks are lost while processes die and calls hang.
  {
    begins: ['a bank misbehaves', 'a bank misbehaves', 'a process will die at a call', ...PAID_FOR],
    more: {
      'a bank misbehaves': 4,
      'a process will die at a call': 6,
      'handle events': 8,
      'run a timer': 6,
      'decide on a payout': 10,
      'a minute passes': 12,
      'a process starts': 4,
    },
  },
  // A call hangs for longer than anyone waits for it.
  {
    begins: ['a process starts', 'a bank misbehaves', 'a call hangs', ...PAID_FOR, 'a minute passes', 'run a timer'],
    more: {
      'a call hangs': 6,
      'run a timer': 6,
      'handle events': 8,
      'decide on a payout': 10,
      'a minute passes': 12,
      'a process starts': 4,
    },
  },
  // A bank denies what it has made, and the process that sent it has died: only some banks refuse it a second time.
  {
    begins: ['banks deny', 'a process will die at a call', ...PAID_FOR, 'a process starts', 'a minute passes'],
    more: {
      'banks deny': 4,
      'a process will die at a call': 6,
      'handle events': 8,
      'run a timer': 8,
      'a minute passes': 14,
      'a process starts': 4,
    },
  },
  // Administrators decide on what they saw a while ago.
  {
    begins: [
      'convert much',
      'look at an order',
      'a rate moves',
      'an hour passes',
      'pay exactly',
      'everything goes on',
      'everything goes on',
    ],
    more: {
      'convert much': 6,
      pay: 8,
      'look at an order': 10,
      'decide on an order': 14,
      'take a decision back': 8,
      'answer a rate': 6,
      'a rate moves': 5,
      'an hour passes': 4,
    },
  },
  // Blocks are replaced, shallow and deep.
  {
    begins: ['convert', 'pay', 'everything goes on', 'everything goes on', 'reorganise a chain', 'let watchers look'],
    more: { 'reorganise a chain': 12, 'let watchers look': 8, mine: 4, 'pay exactly': 6, 'a node fails': 3 },
  },
  // The database is put back to what it was before payouts left.
  {
    begins: ['a bank misbehaves', 'convert', 'pay exactly', 'a backup is made', 'everything goes on', 'a bank works'],
    more: {
      'a backup is made': 6,
      'the backup is restored': 8,
      'pay exactly': 4,
      'a process starts': 4,
      'a clock is wrong': 3,
    },
  },
  // Processes die everywhere.
  {
    begins: ['a process starts', 'mail fails', 'a process will die', ...PAID_FOR],
    more: {
      'a process will die': 14,
      'a process will die at a call': 6,
      'a process dies': 4,
      'a process starts': 8,
      'the database is lost': 8,
    },
  },
  // Payers pay by a link, nearly what is asked, and late.
  {
    begins: ['open a payment', 'pay', 'everything goes on', 'everything goes on'],
    more: { 'open a payment': 10, pay: 12, 'run a timer': 4, 'time passes': 6 },
  },
];

/** What becomes of coins and naira that do not go their usual way. */
export const COIN_THEMES: readonly Theme[] = [
  // Coins are sent back, offered back, owed, settled and taken back, while orders want them.
  {
    begins: [
      'convert',
      'pay',
      'everything goes on',
      'everything goes on',
      'open a payment',
      'pay',
      'everything goes on',
    ],
    more: {
      'reorganise a chain': 5,
      'let watchers look': 6,
      pay: 16,
      'pay exactly': 6,
      convert: 6,
      'open a payment': 8,
      'ask for a refund': 12,
      'decide on a refund': 8,
      'offer coins back': 16,
      'end a payment': 8,
      'settle a debt': 8,
      'run a timer': 4,
      'everything goes on': 8,
      'an hour passes': 6,
    },
  },
  // The same around a restore.
  {
    begins: ['convert', 'pay exactly', 'everything goes on', 'a backup is made', 'everything goes on'],
    more: {
      'a backup is made': 6,
      'the backup is restored': 5,
      'reorganise a chain': 5,
      'let watchers look': 4,
      'pay exactly': 8,
      convert: 6,
      'ask for a refund': 6,
      'decide on a refund': 5,
      'offer coins back': 6,
      'choose another account': 4,
      'send a payout again': 4,
      'disable an account': 4,
      'everything goes on': 8,
    },
  },
  // Payments are read only after their coins were found and booked.
  {
    begins: [
      'convert',
      'a node stops to trace, or begins again',
      'pay exactly',
      'mine',
      'let watchers look',
      'coins are found',
      'a node stops to trace, or begins again',
    ],
    more: {
      'a node stops to trace, or begins again': 6,
      'coins are found': 10,
      'reorganise a chain': 10,
      'let watchers look': 12,
      mine: 4,
      pay: 6,
      'pay exactly': 6,
      convert: 4,
    },
  },
  // Payouts fail, and go elsewhere.
  {
    begins: ['a bank misbehaves', ...PAID_FOR, 'a bank works'],
    more: {
      'a bank misbehaves': 6,
      'a bank works': 10,
      'choose another account': 12,
      'send a payout again': 12,
      'decide on a payout': 6,
      'take a payout as paid': 8,
      'handle events': 6,
      'a minute passes': 10,
      'pay exactly': 6,
      convert: 4,
      'disable an account': 3,
    },
  },
];
