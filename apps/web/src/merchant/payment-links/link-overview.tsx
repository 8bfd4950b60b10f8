import type { OwnPaymentLink } from '@kobogate/contract';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { nairaOfKobo } from '../../lib/formats.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, CardHeading } from '../../ui/card.tsx';
import { type Fact, FactList } from '../../ui/facts.tsx';
import { Copy, Pencil, Share2 } from '../../ui/icons.ts';
import { Moment } from '../../ui/moment.tsx';
import { Status } from '../../ui/status.tsx';
import { asksText, LINK_STATE_WORDS } from './link-words.ts';
import { ShareDialog } from './share-dialog.tsx';
import { SwitchLink } from './switch-link.tsx';

/** A link's details and totals, and its owner's actions. A new one opens its share dialog. */
export function LinkOverview({ link }: { link: OwnPaymentLink }) {
  const isNew = useLocation().state === 'made';
  const [isShared, setIsShared] = useState(isNew);
  return (
    <>
      <header className="mb-2">
        {link.bannerImage !== null && (
          <img src={link.bannerImage} alt="" className="mb-5 aspect-[3/1] w-full max-w-3xl rounded-card bg-sunk" />
        )}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {link.profileImage !== null && (
            <img src={link.profileImage} alt="" className="size-14 rounded-full bg-sunk" />
          )}
          <h1 className="headline min-w-0 text-3xl wrap-anywhere sm:text-4xl">
            <bdi>{link.name}</bdi>
          </h1>
          <Status tone={LINK_STATE_WORDS[link.state].tone}>{LINK_STATE_WORDS[link.state].text}</Status>
        </div>
        <p className="mt-3 max-w-2xl text-ink-soft wrap-anywhere">
          <bdi>{link.purpose}</bdi>
        </p>
        <div className="mt-5 grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
          {link.state === 'active' && (
            <Button onClick={() => setIsShared(true)}>
              <Share2 className="size-4" aria-hidden="true" />
              Share
            </Button>
          )}
          <ButtonLink variant="secondary" to={`/account/payment-link/${link.id}/edit`}>
            <Pencil className="size-4" aria-hidden="true" />
            Edit
          </ButtonLink>
          <ButtonLink variant="secondary" to={`/account/payment-link/new?from=${link.id}`}>
            <Copy className="size-4" aria-hidden="true" />
            Duplicate
          </ButtonLink>
          <SwitchLink link={link} />
        </div>
      </header>
      <div className="grid gap-4 lg:grid-cols-2">
        <Card>
          <CardHeading title="Received" />
          <FactList facts={broughtFacts(link)} />
        </Card>
        <Card>
          <CardHeading title="Details" />
          <FactList facts={termFacts(link)} />
        </Card>
      </div>
      {isShared && <ShareDialog link={link} onClose={() => setIsShared(false)} />}
    </>
  );
}

const broughtFacts = ({ totals, medianPayoutSeconds }: OwnPaymentLink): Fact[] => [
  { label: 'Paid', value: <span className="figures">{nairaOfKobo(totals.nairaKobo)}</span> },
  { label: 'Payments covered', value: String(totals.paid) },
  { label: 'Payments begun', value: String(totals.payments) },
  {
    label: 'From final coins to your bank',
    value:
      medianPayoutSeconds === null ? 'Shown from the third payment on' : `${medianPayoutSeconds} seconds, typically`,
  },
];

function termFacts(link: OwnPaymentLink): Fact[] {
  const { networks, coins, customFields, isOnce, expiresAt, successMessage, redirectUrl } = link;
  return [
    { label: 'Asks for', value: <span className="figures">{asksText(link)}</span> },
    { label: 'Takes', value: coins.join(', ') },
    {
      label: 'On',
      value: [...new Set(networks.map(({ networkName }) => networkName))].join(', ') || 'Nothing on offer now',
    },
    ...(customFields.length === 0
      ? []
      : [{ label: 'Asks payers for', value: customFields.map(({ label }) => label).join(', ') }]),
    { label: 'How often', value: isOnce ? 'One payment' : 'Any number of payments' },
    { label: 'Ends', value: expiresAt === null ? 'Never' : <Moment at={expiresAt} /> },
    ...(successMessage === null ? [] : [{ label: 'Message once paid', value: successMessage }]),
    ...(redirectUrl === null ? [] : [{ label: 'Redirect after payment', value: redirectUrl }]),
  ];
}
