import { endpoints, LINK_PAYOUT_SECONDS, type PaymentLink, type SupportedCoin, TEXTS } from '@kobogate/contract';
import { Clock3, ReceiptText, type LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { coinChoices, networkChoices } from './pay-choices.ts';
import { type PublicAnswer, usePublicAnswer } from './use-public-answer.ts';

type Outcome = 'none' | 'pair-missing' | 'not-open-yet';

/** The payer's choice of coin, then network, and the way on to the wallet. Sends nothing: paying is not open yet. */
export function PayForm({ link }: { link: PaymentLink }) {
  const { result, reload } = usePublicAnswer(endpoints.paymentLinks.listCoins);
  const [currency, setCurrency] = useState('');
  const [network, setNetwork] = useState('');
  const [outcome, setOutcome] = useState<Outcome>('none');
  const offered = result.state === 'loaded' ? result.answer.data : null;

  return (
    <form
      noValidate
      className="grid gap-5 p-5 sm:p-6"
      onSubmit={(event) => {
        event.preventDefault();
        setOutcome(currency === '' || network === '' ? 'pair-missing' : 'not-open-yet');
      }}
    >
      <Notice tone="warning" title="Paying through links comes next">
        This page sends nothing yet, and no payment can arrive through it. Please send no coins for this link now.
      </Notice>
      <SelectField
        label="Cryptocurrency"
        placeholder="Choose a coin"
        value={currency}
        options={coinChoices(link.coins, offered)}
        onChange={(event) => {
          setCurrency(event.currentTarget.value);
          setNetwork('');
          setOutcome('none');
        }}
      />
      <NetworkField
        result={result}
        currency={currency}
        network={network}
        offered={offered}
        onReload={reload}
        onChoose={(chosen) => {
          setNetwork(chosen);
          setOutcome('none');
        }}
      />
      <Terms />
      <Button type="submit" size="large">
        Connect wallet
      </Button>
      {outcome === 'pair-missing' && (
        <Notice tone="danger" isUrgent>
          {TEXTS.paymentPairMissing}
        </Notice>
      )}
      {outcome === 'not-open-yet' && (
        <Notice tone="warning" isUrgent title="Wallets cannot be connected yet">
          Nothing was sent and nothing was asked of your wallet. Paying {link.name} through this link comes next; until
          then, please agree on another way with whoever gave it to you.
        </Notice>
      )}
    </form>
  );
}

function NetworkField({
  result,
  currency,
  network,
  offered,
  onReload,
  onChoose,
}: {
  result: PublicAnswer<unknown>;
  currency: string;
  network: string;
  offered: readonly SupportedCoin[] | null;
  onReload: () => void;
  onChoose: (network: string) => void;
}) {
  const choices = networkChoices(currency, offered);
  const isLoading = result.state === 'loading';
  const placeholder = isLoading ? 'Loading networks...' : currency === '' ? 'Choose a coin first' : 'Choose a network';
  return (
    <>
      <SelectField
        label="Network"
        placeholder={placeholder}
        value={network}
        options={choices}
        disabled={isLoading || choices.length === 0}
        aria-busy={isLoading}
        onChange={(event) => onChoose(event.currentTarget.value)}
      />
      {result.state === 'failed' && (
        <Notice
          tone="danger"
          isUrgent
          action={
            <Button variant="secondary" onClick={onReload}>
              Load networks again
            </Button>
          }
        >
          The networks could not be loaded. {result.message}
        </Notice>
      )}
    </>
  );
}

function Terms() {
  return (
    <ul className="grid gap-4 text-sm text-ink-soft">
      <Term icon={ReceiptText} title="No transaction fee">
        Nothing is added to the amount. Your wallet pays the network’s own fee, which goes to the network and is yours
        to pay. What we earn is part of the rate, which is shown before you pay.
      </Term>
      <Term icon={Clock3} title={`Paid out in ${LINK_PAYOUT_SECONDS} seconds`}>
        Once a payment is final on its network, naira is on its way to the recipient’s bank within {LINK_PAYOUT_SECONDS}{' '}
        seconds. This holds from the day that paying through links opens.
      </Term>
    </ul>
  );
}

function Term({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <Icon className="mt-0.5 size-5 shrink-0 text-primary-text" aria-hidden="true" />
      <div>
        <p className="font-semibold text-ink">{title}</p>
        <p className="mt-0.5 leading-relaxed">{children}</p>
      </div>
    </li>
  );
}
