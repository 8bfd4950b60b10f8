/**
 * What a field of the API means, in a few words, by its name, which nearly always has the same meaning. Left out:
 * fields whose name and type say it already.
 */
const NOTES: Readonly<Record<string, string>> = {
  accepted: 'the pairs it may be paid with; empty: every network of its coins',
  active: 'whether you have switched it on',
  address: 'where the coins go, for this payment alone',
  after: 'the last sequence number that you have',
  amount: 'a decimal, exact to its last digit',
  amountCurrency: 'what amounts are given in; naira by default',
  answer: 'the beginning of what your server answered',
  bannerImage: 'a path on this server',
  before: 'the next of the page before',
  coins: 'what it may be paid in',
  coinsWithoutRate: 'those without a current rate, in which no payment can be opened now',
  confirmations: 'blocks on top so far',
  confirmationsNeeded: 'blocks until it is final',
  createdAt: 'ISO 8601, UTC',
  customFields: 'what you ask of each payer, at most 5',
  customValues: 'what the payer gave for the link’s customFields',
  excess: 'coins beyond what was asked for: in your balance',
  expiresAt: 'ISO 8601 with its zone; null: no end',
  explorerUrl: 'the transaction at an explorer',
  failingSince: 'null: the last attempt went well',
  feeKobo: 'our fee, in kobo; it is in the rate',
  isAmountOpen: 'whether the payer chooses the amount',
  isElsewhere: 'on another network or as another coin: not counted',
  isHeld: 'paid, and the operator reviews it before the naira leaves',
  isLate: 'counted at a later rate than the one held',
  isOnce: 'for one payment only',
  lastSequence: 'of its newest event',
  limit: 'how many at most, such as 20',
  link: 'the payments of this link only',
  lockExpiresAt: 'until when the rate holds; null: none is held',
  marketRate: 'the market’s, without our fee',
  medianPayoutSeconds: 'of this link, from the final confirmation to the bank’s acceptance',
  metadata: 'your own pairs of a name and a text, at most 20; payers never see them',
  missing: 'coins still to be sent',
  nairaKobo: 'what you are paid, in kobo',
  next: 'give it as before (or after) for the next page; null: there is none',
  now: 'the server’s clock',
  orderId: 'the payment’s id: it is an order of yours',
  pageUrl: 'the page on which it is paid',
  payerEmail: 'where the payer had the receipt sent',
  payout: 'how far the naira is',
  profileImage: 'a path on this server',
  rate: 'naira for one whole coin',
  received: 'coins that are final',
  redirectUrl: 'where the payer can continue to once it is paid; https',
  reference: 'your own',
  search: 'looks into name and purpose',
  secondsLeft: 'an estimate',
  secrets: 'how many are live: two while you replace one',
  sequence: 'counts up by one for each endpoint',
  successMessage: 'shown once it is paid',
  summary: 'what happens now, in a sentence for people',
  timeline: 'oldest first; for people to read',
  total: 'how many there are on all pages',
  uri: 'opens a wallet with everything filled in; null where the network has no such form',
  vatKobo: 'the tax on our fee, in kobo',
  version: 'rises with each change',
};

/** The meaning of a name in one call only, by the call's place on its page and the name. */
const NOTES_OF_CALLS: Readonly<Record<string, string>> = {
  'post-images address': 'a path on this server',
  ...Object.fromEntries(
    ['get-payments', 'get-payments-totals', 'get-payments-file.csv', 'get-payments-file.xlsx'].flatMap((anchor) => [
      [`${anchor} search`, 'looks into reference, payer’s e-mail and transaction'],
      [`${anchor} from`, 'the first day in Lagos, such as 2026-11-01'],
      [`${anchor} to`, 'the last day, which counts as well'],
    ]),
  ),
};

/** The note on a field of a call by its path, such as `data.deposits[].amount`; empty where there is none. Pure. */
export function noteOn(path: string, anchor: string): string {
  const name = path.replace(/^.*\./, '');
  return NOTES_OF_CALLS[`${anchor} ${name}`] ?? NOTES[name] ?? '';
}
