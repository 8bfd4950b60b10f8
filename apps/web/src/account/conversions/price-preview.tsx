import { formatNaira, type Kobo, toKobo } from '@kobogate/money';
import { classes } from '../../ui/classes.ts';
import { Countdown } from '../../ui/countdown.tsx';
import { FactList } from '../../ui/facts.tsx';
import { OneLine, Rate } from '../../ui/money.tsx';
import { previewPrice, type ReadAmount, readNaira } from './conversion-amount.ts';
import { chargeFacts, stampDutyFact } from './price-facts.tsx';
import type { HeldQuote } from './use-quote.ts';

/** The most characters that fit on a phone in the large size. */
const LONGEST_LARGE = 15;

/** The naira of the typed amount at the held rate, with every charge, before there is an order. */
export function PricePreview({
  amount,
  problem,
  held,
  typedNaira,
}: {
  amount: ReadAmount | null;
  problem: string | null;
  held: HeldQuote;
  /** The naira that were asked for; null where coins were typed. */
  typedNaira: string | null;
}) {
  const { quote, until, failure } = held;
  const units = amount?.ok === true ? amount.units : 0n;
  const price = quote === null ? null : previewPrice(units, quote);
  const received = formatNaira(toKobo(price?.nairaKobo ?? 0n));
  const isLong = received.length > LONGEST_LARGE;
  return (
    <div className="min-w-0 rounded-card bg-sunk p-4" aria-busy={held.isLoading}>
      <p className="text-sm text-ink-soft">You receive</p>
      {failure === null ? (
        <output className={classes('headline figures mt-1 block', isLong ? 'text-xl' : 'text-3xl')}>
          <OneLine>{received}</OneLine>
        </output>
      ) : (
        <p className="mt-1 text-[15px]">Not known: there is no rate at the moment.</p>
      )}
      {typedNaira !== null && price !== null && <Difference typed={typedNaira} kobo={toKobo(price.nairaKobo)} />}
      {problem !== null && <p className="mt-1 text-sm text-ink-soft">{problem}</p>}
      {quote !== null && price !== null && (
        <div className="mt-3 border-t border-hairline">
          <FactList
            facts={[
              {
                label: 'Rate',
                value: (
                  <>
                    <Rate rate={quote.rate} currency={quote.currency} />
                    <span className="block text-sm font-normal text-ink-soft lg:hidden">
                      Held for <Countdown key={quote.id} until={until} endedText="a moment" />
                    </span>
                  </>
                ),
              },
              ...chargeFacts(price),
              stampDutyFact(price, 'us'),
            ]}
          />
        </div>
      )}
    </div>
  );
}

/** Says how much more is paid than was asked for: the least coins that pay it can be worth a little more. */
function Difference({ typed, kobo }: { typed: string; kobo: Kobo }) {
  const asked = readNaira(typed);
  if (!asked.ok || asked.kobo === kobo) return null;
  return (
    <p className="mt-1 text-sm text-ink-soft">
      That is {formatNaira(toKobo(kobo - asked.kobo))} more than you typed: the coins are rounded up to the smallest
      part that the coin has, never down.
    </p>
  );
}
