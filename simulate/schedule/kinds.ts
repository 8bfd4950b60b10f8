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

export type StepKind = keyof typeof WEIGHTS | keyof typeof FAULTS;
