/** How often each kind of step is drawn, beside the others. */
export const WEIGHTS = {
  'make a wallet': 1,
  convert: 4,
  'convert much': 2,
  'convert again with the same key': 1,
  'open a payment': 3,
  pay: 5,
  'pay exactly': 3,
  mine: 3,
  'let watchers look': 4,
  'everything goes on': 14,
  'handle events': 8,
  'run a timer': 4,
  'look at an order': 3,
  'decide on an order': 5,
  'take a decision back': 2,
  'decide on a payout': 5,
  'answer a rate': 1,
  'a bank works': 5,
  'a bank calls back': 3,
  'a minute passes': 4,
  'an hour passes': 1,
  'time passes': 6,
  'a process starts': 3,
} as const;

/** What is drawn only in schedules about coins that do not go their usual way (`COIN_THEMES`). */
export const OF_COINS = {
  'send a coin that is not on offer': 3,
  'credit a stray coin': 2,
  'ask for a refund': 3,
  'decide on a refund': 2,
  'offer coins back': 4,
  'end a payment': 3,
  'settle a debt': 2,
  'choose another account': 2,
  'send a payout again': 2,
  'take a payout as paid': 1,
  'disable an account': 1,
  'a node stops to trace, or begins again': 2,
  'coins are found': 2,
} as const;

/** The faults: of these each schedule has some alone, so that they meet undisturbed by the others. */
export const FAULTS = {
  'reorganise a chain': 4,
  'a bank misbehaves': 4,
  'banks deny': 2,
  'a node fails': 2,
  'a rate moves': 3,
  'mail fails': 2,
  'a clock is wrong': 3,
  'a process dies': 2,
  'a process will die': 4,
  'a process will die at a call': 4,
  'a process stalls': 3,
  'a call hangs': 4,
  'a call goes on': 3,
  'the database is lost': 3,
  'a backup is made': 3,
  'the backup is restored': 3,
} as const;

export type StepKind = keyof typeof WEIGHTS | keyof typeof OF_COINS | keyof typeof FAULTS;
