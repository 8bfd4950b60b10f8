import { HISTORY_STATES, ORDER_SEARCH_LENGTH } from '@kobogate/contract';
import { DayField } from '../../ui/day-field.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import type { HistoryFilter } from './history-filter.ts';
import { HISTORY_WORDS } from './order-words.ts';

/** What narrows the history, all of it in the page's address. `banks` and `currencies` are those that there are. */
export function HistoryFilters({
  filter,
  banks,
  currencies,
  onChange,
}: {
  filter: HistoryFilter;
  banks: readonly string[];
  currencies: readonly string[];
  onChange: (name: keyof HistoryFilter, value: string) => void;
}) {
  const choice = (label: string, name: keyof HistoryFilter, options: readonly { value: string; label: string }[]) => (
    <SelectField
      label={label}
      value={filter[name] ?? ''}
      placeholder="All"
      options={withChosen(options, filter[name])}
      onChange={(event) => onChange(name, event.target.value)}
    />
  );
  const same = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
  return (
    <div className="mb-4 grid grid-cols-1 items-start gap-3 min-[23rem]:grid-cols-2 md:grid-cols-3 lg:grid-cols-[repeat(3,minmax(0,1fr))_10.5rem_10.5rem]">
      <div className="col-span-full">
        <SearchField
          initial={filter.search ?? ''}
          placeholder="Reference, transaction or account number"
          maxLength={ORDER_SEARCH_LENGTH}
          hotkey="/"
          onSettled={(typed) => onChange('search', typed)}
        />
      </div>
      {choice(
        'State',
        'state',
        HISTORY_STATES.map((value) => ({ value, label: HISTORY_WORDS[value] })),
      )}
      {choice('Coin', 'currency', same(currencies))}
      <div className="min-[23rem]:max-md:col-span-2">{choice('Bank', 'bank', same(banks))}</div>
      <DayField label="From" name="from" value={filter.from ?? ''} onChange={(day) => onChange('from', day)} />
      <DayField label="To" name="to" value={filter.to ?? ''} onChange={(day) => onChange('to', day)} />
    </div>
  );
}

/** What the address names stays chosen while the choices load. */
const withChosen = (options: readonly { value: string; label: string }[], chosen = '') =>
  chosen === '' || options.some(({ value }) => value === chosen)
    ? options
    : [...options, { value: chosen, label: chosen }];
