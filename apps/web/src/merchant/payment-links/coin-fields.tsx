import type { SupportedCoin } from '@kobogate/contract';
import { type ReactNode, useId } from 'react';
import { classes } from '../../ui/classes.ts';
import { CoinMark, NetworkMark } from '../../ui/coin-mark.tsx';
import { pairOf } from './link-form-rules.ts';

const NO_RATE = 'There is no rate at the moment. Payers can’t use this coin until there is one.';

/** Which coins a link takes, and on which networks. */
export function CoinFields({
  offered,
  pairs,
  error,
  onChange,
}: {
  offered: readonly SupportedCoin[];
  pairs: readonly string[];
  error: string | undefined;
  onChange: (pairs: readonly string[]) => void;
}) {
  const id = useId();
  function set(changed: readonly string[], isOn: boolean): void {
    const others = pairs.filter((pair) => !changed.includes(pair));
    onChange(isOn ? [...others, ...changed] : others);
  }
  return (
    <fieldset aria-describedby={error === undefined ? undefined : `${id}-error`} className="grid gap-2">
      <legend className="sr-only">Coins and networks</legend>
      {offered.map(({ currency, name, hasRate, networks }) => {
        const all = networks.map((network) => pairOf(currency, network.id));
        const isOn = all.some((pair) => pairs.includes(pair));
        return (
          <div key={currency} className="rounded-card border border-hairline px-4">
            <Tick
              label={`${name} (${currency})`}
              mark={<CoinMark currency={currency} />}
              {...(hasRate ? {} : { note: NO_RATE })}
              isOn={isOn}
              onChange={(on) => set(all, on)}
              isWrong={error !== undefined}
              isStrong
            />
            {isOn && networks.length > 1 && (
              <div className="flex flex-wrap gap-x-6 border-t border-hairline pb-1">
                {networks.map((network) => (
                  <Tick
                    key={network.id}
                    label={network.name}
                    mark={<NetworkMark network={network.id} className="size-5" />}
                    description={`${currency} on ${network.name}`}
                    isOn={pairs.includes(pairOf(currency, network.id))}
                    onChange={(on) => set([pairOf(currency, network.id)], on)}
                  />
                ))}
              </div>
            )}
          </div>
        );
      })}
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function Tick({
  label,
  mark,
  description,
  note,
  isOn,
  isStrong = false,
  isWrong = false,
  onChange,
}: {
  label: string;
  mark: ReactNode;
  /** Where the label alone does not say which coin it is about. */
  description?: string;
  /** A note on its present state. */
  note?: string;
  isOn: boolean;
  isStrong?: boolean;
  isWrong?: boolean;
  onChange: (isOn: boolean) => void;
}) {
  return (
    <label
      className={classes(
        'flex min-h-11 cursor-pointer gap-3',
        note === undefined ? 'items-center' : 'items-start py-3',
      )}
    >
      <input
        type="checkbox"
        name="coins"
        checked={isOn}
        aria-invalid={isWrong || undefined}
        onChange={(event) => onChange(event.target.checked)}
        {...(description === undefined ? {} : { 'aria-label': description })}
        className={classes('tick', note !== undefined && 'mt-0.5')}
      />
      {mark}
      <span className={isStrong ? 'font-medium' : 'text-[15px]'}>
        {label}
        {note !== undefined && <span className="block text-sm font-normal text-warning">{note}</span>}
      </span>
    </label>
  );
}
