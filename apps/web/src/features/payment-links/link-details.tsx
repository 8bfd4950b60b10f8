import type { PaymentLink } from '@kobogate/contract';
import { useState } from 'react';
import { initials } from '../../lib/formats.ts';
import { Mark } from '../../ui/mark.tsx';
import { Naira } from '../../ui/money.tsx';

/** Who asks to be paid, for what and how much. A picture that is absent or does not load leaves its fallback. */
export function LinkDetails({ link }: { link: PaymentLink }) {
  return (
    <>
      <Banner source={link.bannerImage} />
      <div className="px-5 pb-2 sm:px-6">
        <Profile source={link.profileImage} name={link.name} />
        <h1 className="mt-3 text-2xl font-bold wrap-anywhere">{link.name}</h1>
        <p className="mt-1 text-ink-soft wrap-anywhere">{link.purpose}</p>
        <p className="mt-5 rounded-card bg-sunk px-4 py-3">
          <span className="block text-sm text-ink-soft">Amount to pay</span>
          <Naira amount={link.amount} className="text-3xl font-bold whitespace-normal! wrap-anywhere" />
        </p>
      </div>
    </>
  );
}

function Banner({ source }: { source: string | null }) {
  const [hasFailed, setHasFailed] = useState(false);
  if (source !== null && !hasFailed) {
    return (
      <img
        src={source}
        alt=""
        data-part="banner"
        onError={() => setHasFailed(true)}
        className="h-32 w-full bg-sunk object-cover sm:h-40"
      />
    );
  }
  return (
    <div data-part="banner-fallback" className="flex h-32 justify-end overflow-hidden bg-night sm:h-40">
      <Mark className="-mt-4 -mr-6 h-64 w-64 text-on-night opacity-10" />
    </div>
  );
}

function Profile({ source, name }: { source: string | null; name: string }) {
  const [hasFailed, setHasFailed] = useState(false);
  const shape = 'relative -mt-10 grid size-20 place-items-center rounded-full border-4 border-surface';
  if (source !== null && !hasFailed) {
    return (
      <img
        src={source}
        alt=""
        data-part="profile"
        onError={() => setHasFailed(true)}
        className={`${shape} bg-sunk object-cover`}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      data-part="profile-fallback"
      className={`${shape} bg-primary-soft text-2xl font-semibold text-primary-text`}
    >
      {initials(name)}
    </span>
  );
}
