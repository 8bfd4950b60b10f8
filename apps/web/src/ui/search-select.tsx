import { Combobox } from '@base-ui/react/combobox';
import { useMemo } from 'react';
import { Field, type FieldTexts } from './field.tsx';
import { Check, ChevronDown } from './icons.ts';

/** True where the option, or another name of it, holds the typed text anywhere, whatever the case. */
export function optionContains(option: string, typed: string, aliases: readonly string[] = []): boolean {
  const wanted = typed.trim().toLowerCase();
  return [option, ...aliases].some((name) => name.toLowerCase().includes(wanted));
}

const NO_ALIASES: ReadonlyMap<string, readonly string[]> = new Map();

/**
 * A field to search a list of texts in: sorted alphabetically, filtered by case-insensitive substring. `value` is one
 * of them, or null for none. An option is also found by its `aliases`, which are shown beside it. `emptyText` is shown where nothing matches. Texts and not objects, because a new object
 * would count as another choice, and replace what is being typed.
 */
export function SearchSelect({
  label,
  hint,
  error,
  options,
  aliases = NO_ALIASES,
  value,
  onChange,
  placeholder,
  emptyText = 'Nothing found.',
  disabled = false,
  name,
}: FieldTexts & {
  options: readonly string[];
  aliases?: ReadonlyMap<string, readonly string[]>;
  value: string | null;
  onChange: (value: string | null) => void;
  placeholder?: string;
  emptyText?: string;
  disabled?: boolean;
  name?: string;
}) {
  const sorted = useMemo(() => options.toSorted((left, right) => left.localeCompare(right, 'en')), [options]);
  return (
    <Field label={label} {...(hint === undefined ? {} : { hint })} error={error}>
      {(wiring) => (
        <Combobox.Root
          items={sorted}
          value={value}
          onValueChange={(chosen: string | null) => onChange(chosen)}
          filter={(option: string, typed: string) => optionContains(option, typed, aliases.get(option))}
          disabled={disabled}
          name={name}
          autoHighlight
        >
          <span className="relative block">
            <Combobox.Input {...wiring} placeholder={placeholder} autoComplete="off" className="field pr-12" />
            <Combobox.Trigger
              aria-label={`Open list: ${label}`}
              className="absolute inset-y-0 right-0.5 grid w-11 place-items-center text-ink-soft"
            >
              <ChevronDown className="size-5" aria-hidden="true" />
            </Combobox.Trigger>
          </span>
          <Combobox.Portal>
            <Combobox.Positioner sideOffset={6} className="z-50">
              <Combobox.Popup className="w-(--anchor-width) rounded-card border border-hairline bg-surface p-1.5 shadow-card">
                <Combobox.Empty className="px-3 py-3 text-sm text-ink-soft empty:p-0">{emptyText}</Combobox.Empty>
                <Combobox.List className="max-h-[min(22rem,var(--available-height))] overflow-y-auto overscroll-contain">
                  {(option: string) => (
                    <Combobox.Item
                      key={option}
                      value={option}
                      className="flex min-h-11 items-center gap-2 rounded-card px-3 py-2 data-highlighted:bg-primary-soft"
                    >
                      <span className="grow">
                        {option}
                        <OtherNames names={aliases.get(option)} />
                      </span>
                      <Combobox.ItemIndicator>
                        <Check className="size-4 text-primary-text" aria-hidden="true" />
                      </Combobox.ItemIndicator>
                    </Combobox.Item>
                  )}
                </Combobox.List>
              </Combobox.Popup>
            </Combobox.Positioner>
          </Combobox.Portal>
        </Combobox.Root>
      )}
    </Field>
  );
}

function OtherNames({ names }: { names: readonly string[] | undefined }) {
  return names === undefined || names.length === 0 ? null : (
    <span className="block text-sm text-ink-soft">Also {names.join(', ')}</span>
  );
}
