import { initials } from '../lib/formats.ts';
import { Mark } from '../ui/mark.tsx';
import { pictureAddress } from './page-address.ts';
import { Part } from './page-frame.tsx';

interface Pictures {
  readonly bannerImage: string | null;
  readonly profileImage: string | null;
}

// The size of the pictures as stored: the space is reserved, so nothing moves when they load.
const BANNER = { width: 1200, height: 400 };
const PROFILE = { width: 256, height: 256 };

/** Who asks to be paid and for what. Where a picture is absent or does not load, its background stays. */
export function LinkHead({
  apiBase,
  name,
  purpose,
  pictures,
  preview = null,
  isSmall = false,
}: {
  apiBase: string;
  name: string;
  purpose: string;
  pictures: Pictures | null;
  /** A small copy of the banner, inside the page: a phone asks for no other. */
  preview?: string | null;
  /** On the page of the payment itself. */
  isSmall?: boolean;
}) {
  const profile = pictureAddress(pictures?.profileImage ?? null, apiBase);
  const banner = isSmall ? null : pictureAddress(pictures?.bannerImage ?? null, apiBase);
  return (
    <Part name="head" className="card -order-2 overflow-hidden p-0!" isKept={banner !== null}>
      {!isSmall && (
        <div className="relative h-28 overflow-hidden bg-night sm:h-40" data-picture="banner">
          <Mark className="absolute -top-4 -right-6 size-64 text-on-night opacity-10" />
          {banner !== null && (
            <picture>
              {preview !== null && <source media="(min-width: 640px)" srcSet={banner} />}
              <img src={preview ?? banner} alt="" {...BANNER} className="picture" />
            </picture>
          )}
        </div>
      )}
      <div className={isSmall ? 'flex items-center gap-4 p-4' : 'px-5 pb-5 sm:px-6'}>
        <span
          data-picture="profile"
          className={`relative grid shrink-0 place-items-center overflow-hidden rounded-full bg-primary-soft font-semibold text-primary-text ${isSmall ? 'size-12 text-base' : '-mt-10 size-20 border-4 border-surface text-2xl'}`}
        >
          <span aria-hidden="true">{initials(name)}</span>
          {profile !== null && <img src={profile} alt="" {...PROFILE} className="picture" />}
        </span>
        <div className="min-w-0">
          <h1
            dir="auto"
            className={`text-left font-bold wrap-anywhere ${isSmall ? 'text-lg leading-snug' : 'mt-3 text-2xl'}`}
          >
            {name}
          </h1>
          <p dir="auto" className={`text-left wrap-anywhere text-ink-soft ${isSmall ? 'text-sm' : 'mt-1'}`}>
            {purpose}
          </p>
        </div>
      </div>
    </Part>
  );
}
