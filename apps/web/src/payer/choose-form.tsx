import { linkAmountText, type PaymentLink, type PaymentPageView } from '@kobogate/contract';
import { buttonStyle } from '../ui/button-style.ts';
import { CoinMark, NetworkMark } from '../ui/coin-mark.tsx';
import { Choice, type Choosing, Field } from './choice-parts.tsx';
import { CustomFields } from './custom-fields.tsx';
import { NoticeBox, TroubleBox } from './notice-box.tsx';
import { linkAddress } from './page-address.ts';
import { coinName } from './payer-formats.ts';
import type { Texts } from './texts/texts.ts';

/**
 * The payer's choice. Without a script, the button below the coin asks for the page again with that coin's networks;
 * both buttons open the payment.
 */
export function ChooseForm({ view, content, texts }: { view: PaymentPageView; content: Choosing; texts: Texts }) {
  const { link, choice, trouble } = content;
  const { choosing } = texts;
  const coins = coinsOf(link, texts);
  const isMissing = trouble?.problem === 'pair-missing';
  return (
    <form
      method="post"
      action={linkAddress(view)}
      noValidate
      data-opening={choosing.opening}
      data-once={link.isOnce ? '' : undefined}
      className="grid gap-5"
    >
      <input type="hidden" name="key" value={content.key} />
      {link.isAmountOpen && <AmountField link={link} value={choice.amount} texts={texts} />}
      <CustomFields content={content} texts={texts} />
      <Field id="currency" label={choosing.coin} beside={<Marks link={link} />}>
        <Choice
          id="currency"
          name="currency"
          defaultValue={choice.currency}
          marks={coins.map(({ coin }) => (
            <CoinMark key={coin} currency={coin} />
          ))}
        >
          <option value="">{choosing.chooseCoin}</option>
          {coins.map(({ coin, text, isOffered }) => (
            <option key={coin} value={coin} disabled={!isOffered}>
              {text}
            </option>
          ))}
        </Choice>
      </Field>
      <noscript>
        {/* What the payer has typed of themselves stays out of the address. */}
        <button
          type="submit"
          {...(link.customFields.length === 0
            ? { formMethod: 'get', formAction: linkAddress(view) }
            : { name: 'next', value: 'networks' })}
          className={buttonStyle('secondary')}
        >
          {choosing.showNetworks}
        </button>
      </noscript>
      <NetworkField content={content} texts={texts} />
      <div className="grid gap-3">
        <button type="submit" name="next" value="wallet" className={buttonStyle('primary', 'large')}>
          {choosing.connect}
        </button>
        <button type="submit" name="next" value="address" className={buttonStyle('secondary')}>
          {choosing.showAddress}
        </button>
        <NoticeBox tone="danger" isUrgent name="missing" isHidden={!isMissing}>
          {choosing.pairMissing}
        </NoticeBox>
        {trouble !== null && trouble.problem !== 'pair-missing' && <TroubleBox trouble={trouble} texts={texts} />}
      </div>
    </form>
  );
}

/** The marks of the coins that can be paid with now: a list of the browser shows none. */
function Marks({ link }: { link: PaymentLink }) {
  const offered = [...new Set(link.networks.map(({ currency }) => currency))];
  return (
    <span className="flex flex-wrap justify-end gap-1">
      {offered.map((currency) => (
        <CoinMark key={currency} currency={currency} className="size-5" />
      ))}
    </span>
  );
}

function NetworkField({ content: { link, choice }, texts: { choosing } }: { content: Choosing; texts: Texts }) {
  const networks = link.networks.filter(({ currency }) => currency === choice.currency);
  return (
    <>
      <Field id="network" label={choosing.network}>
        <Choice
          id="network"
          name="network"
          defaultValue={networks.length === 1 ? networks[0]?.network : choice.network}
          disabled={networks.length === 0}
          marks={networks.map(({ network }) => (
            <NetworkMark key={network} network={network} />
          ))}
          data-loading={choosing.loadingNetworks}
        >
          <option value="">{networks.length === 0 ? choosing.coinFirst : choosing.chooseNetwork}</option>
          {networks.map(({ network, networkName }) => (
            <option key={network} value={network}>
              {networkName}
            </option>
          ))}
        </Choice>
      </Field>
      <NoticeBox tone="danger" isUrgent isHidden name="networks">
        {choosing.networksFailed}{' '}
        <button type="button" data-again="" className="tap font-semibold underline">
          {choosing.networksAgain}
        </button>
      </NoticeBox>
    </>
  );
}

function AmountField({ link, value, texts }: { link: PaymentLink; value: string; texts: Texts }) {
  const bounds = boundsText(link, texts);
  return (
    <Field id="amount" label={texts.choosing.amountField(link.amountCurrency)}>
      <input
        id="amount"
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        maxLength={40}
        defaultValue={value}
        aria-describedby={bounds === '' ? undefined : 'bounds'}
        className="field figures"
      />
      {bounds !== '' && (
        <p id="bounds" className="text-sm text-ink-soft">
          {bounds}
        </p>
      )}
    </Field>
  );
}

function boundsText({ minimumAmount, maximumAmount, amountCurrency }: PaymentLink, { choosing }: Texts): string {
  const least = minimumAmount === null ? null : linkAmountText(minimumAmount, amountCurrency);
  const most = maximumAmount === null ? null : linkAmountText(maximumAmount, amountCurrency);
  if (least !== null && most !== null) return choosing.between(least, most);
  if (least !== null) return choosing.atLeast(least);
  return most === null ? '' : choosing.atMost(most);
}

/**
 * The link's coins, each once. One that can't be paid on any network now is listed but can't be chosen; one without a
 * rate is marked, and can be chosen: there may be a rate before the payer is done.
 */
function coinsOf(link: PaymentLink, { choosing }: Texts): { coin: string; text: string; isOffered: boolean }[] {
  const offered = new Set(link.networks.map(({ currency }) => currency));
  return [...new Set(link.coins)].map((coin) => {
    const name = coinName(coin);
    if (!offered.has(coin)) return { coin, text: choosing.notOffered(name), isOffered: false };
    return { coin, text: link.coinsWithoutRate.includes(coin) ? choosing.noRate(name) : name, isOffered: true };
  });
}
