import { endpoints, TEXTS } from '@kobogate/contract';
import type { ReactNode } from 'react';
import { useCall } from '../../lib/queries.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ArrowLeftRight, Link2, type LucideIcon } from '../../ui/icons.ts';
import { Badge } from '../../ui/status.tsx';

/** The two things to do next: convert coins, and create a payment link. */
export function ActionCards() {
  const brand = useCall(endpoints.settings.brand);
  const hasLinks = brand.data?.data.switches.paymentLinks !== false;
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <ActionCard
        icon={ArrowLeftRight}
        title="Convert crypto to naira"
        text="See what you are paid before you send anything."
        action={<ButtonLink to="/account/convert-to-naira">Convert now</ButtonLink>}
      />
      <ActionCard
        icon={Link2}
        title="Create a payment link"
        text="Share one address; people pay in crypto, you get naira."
        {...(hasLinks ? {} : { mark: <Badge tone="waiting">{TEXTS.comingSoon}</Badge> })}
        action={
          <ButtonLink variant="secondary" to="/account/payment-link">
            Create payment link
          </ButtonLink>
        }
      />
    </div>
  );
}

function ActionCard({
  icon: Icon,
  title,
  text,
  mark,
  action,
}: {
  icon: LucideIcon;
  title: string;
  text: string;
  mark?: ReactNode;
  action: ReactNode;
}) {
  return (
    <Card className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4! sm:py-5!">
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-primary-soft text-primary-text">
        <Icon className="size-5" aria-hidden="true" />
      </span>
      <div className="min-w-0 grow basis-52">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="font-semibold">{title}</h2>
          {mark}
        </div>
        <p className="text-sm text-ink-soft">{text}</p>
      </div>
      {action}
    </Card>
  );
}
