import {
  CURRENCIES,
  endpoints,
  NETWORK_IDS,
  NETWORKS,
  ORDER_DATES,
  ORDER_SEARCH_LENGTH,
  type OrderDate,
  PRIORITIES,
  type Priority,
} from '@kobogate/contract';
import { memo, useState } from 'react';
import { STATUS_WORDS } from '../../account/conversions/order-words.ts';
import { useCall } from '../../lib/queries.ts';
import { Button } from '../../ui/button.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import {
  AGES,
  COINS_FILTERS,
  type CoinsFilter,
  type MoreFilter,
  type OrderFilter,
  PAYOUT_NAMES,
  STATUS_FILTERS,
} from './order-filters.ts';
import { countText } from '../count-text.ts';

const COINS_NAMES: Readonly<Record<CoinsFilter, string>> = {
  all: 'All',
  arrived: 'All there',
  awaited: 'Awaited',
};

const DATE_NAMES: Readonly<Record<OrderDate, string>> = {
  all: 'All',
  today: 'Today',
  week: 'Last 7 days',
  month: 'Last 30 days',
};

const PAYOUT_TITLES: Readonly<Record<(typeof PAYOUT_NAMES)[number], string>> = {
  none: 'Not due yet',
  moving: 'On its way',
  unknown: 'Unknown',
  failed: 'Failed or returned',
  undecided: 'To decide',
  paid: 'Paid',
};

const RISK_TITLES: Readonly<Record<Priority, string>> = { high: 'High', medium: 'Medium', low: 'Low' };

const AGE_TITLES: Readonly<Record<(typeof AGES)[number], string>> = {
  hour: 'Over an hour',
  day: 'Over a day',
  'three-days': 'Over 3 days',
  week: 'Over a week',
};

const AMOUNTS = ['100000', '1000000', '5000000', '20000000'] as const;

interface Changing {
  readonly filter: OrderFilter;
  readonly onChange: (name: string, value: string) => void;
}

/** What the list is narrowed to: a search and the usual filters, and the rarer ones where they are wanted. */
export const DeskFilters = memo(function DeskFilters({ filter, onChange }: Changing) {
  const { status, date, coins, search, more } = filter;
  const [isOpen, setIsOpen] = useState(false);
  const set = Object.keys(more).filter((name) => name !== 'sort').length;
  return (
    <>
      <div className="mb-1 grid grid-cols-2 items-end gap-3 sm:grid-cols-3 lg:grid-cols-[minmax(0,1fr)_repeat(3,9rem)_auto]">
        <div className="col-span-full lg:col-span-1">
          <SearchField
            initial={search}
            placeholder="Order, transaction, reference, account, customer"
            maxLength={ORDER_SEARCH_LENGTH}
            hotkey="/"
            onSettled={(typed) => onChange('search', typed)}
          />
        </div>
        <SelectField
          label="Status"
          value={status}
          options={STATUS_FILTERS.map((name) => ({
            value: name,
            label: name === 'all' ? 'All' : STATUS_WORDS[name].text,
          }))}
          onChange={(event) => onChange('status', event.target.value)}
        />
        <SelectField
          label="Date"
          value={date}
          options={ORDER_DATES.map((name) => ({ value: name, label: DATE_NAMES[name] }))}
          onChange={(event) => onChange('date', event.target.value)}
        />
        <SelectField
          label="Coins"
          value={coins}
          options={COINS_FILTERS.map((name) => ({ value: name, label: COINS_NAMES[name] }))}
          onChange={(event) => onChange('coins', event.target.value)}
        />
        <Button variant="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Fewer filters' : 'More filters'}
          {!isOpen && set > 0 && (
            <>
              {' '}
              <span className="figures">({set})</span>
            </>
          )}
        </Button>
      </div>
      {isOpen && <RareFilters filter={filter} onChange={onChange} />}
    </>
  );
});

function RareFilters({ filter: { more }, onChange }: Changing) {
  const banks = useCall(endpoints.bankAccounts.listBanks);
  const choice = (label: string, name: MoreFilter, options: { value: string; label: string }[], all = 'All') => (
    <SelectField
      label={label}
      value={more[name] ?? ''}
      placeholder={all}
      options={options}
      onChange={(event) => onChange(name, event.target.value)}
    />
  );
  return (
    <div className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
      {choice(
        'Payout',
        'payout',
        PAYOUT_NAMES.map((value) => ({ value, label: PAYOUT_TITLES[value] })),
      )}
      {choice(
        'Coin',
        'currency',
        CURRENCIES.map((value) => ({ value, label: value })),
      )}
      {choice(
        'Network',
        'network',
        NETWORK_IDS.map((value) => ({ value, label: NETWORKS[value].name })),
      )}
      {choice(
        'Bank',
        'bank',
        (banks.data?.data ?? []).map(({ bank_code: value, bank_name: label }) => ({ value, label })),
      )}
      {choice(
        'Naira from',
        'from',
        AMOUNTS.map((value) => ({ value, label: `₦${countText(Number(value))}` })),
        'Any',
      )}
      {choice(
        'Naira to',
        'to',
        AMOUNTS.map((value) => ({ value, label: `₦${countText(Number(value))}` })),
        'Any',
      )}
      {choice(
        'Age',
        'age',
        AGES.map((value) => ({ value, label: AGE_TITLES[value] })),
        'Any',
      )}
      {choice(
        'Risk',
        'priority',
        PRIORITIES.toReversed().map((value) => ({ value, label: RISK_TITLES[value] })),
      )}
      {choice('Held', 'held', [
        { value: 'yes', label: 'With a reason' },
        { value: 'no', label: 'Without' },
      ])}
      {choice(
        'Sorted',
        'sort',
        [
          { value: 'oldest', label: 'Oldest first' },
          { value: 'riskiest', label: 'Riskiest first' },
        ],
        'Newest first',
      )}
    </div>
  );
}
