import { useId } from 'react';

export interface CheckOption {
  readonly value: string;
  readonly label: string;
  readonly detail: string;
}

/** Checkboxes as one group; each whole row is the target. */
export function CheckList({
  legend,
  name,
  options,
  checked,
  onChange,
}: {
  legend: string;
  name: string;
  options: readonly CheckOption[];
  checked: readonly string[];
  /** Gets the values that are ticked now. */
  onChange: (checked: string[]) => void;
}) {
  const id = useId();
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      <div className="divide-y divide-hairline">
        {options.map(({ value, label, detail }) => (
          <label
            key={value}
            htmlFor={`${id}-${value}-box`}
            className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5"
          >
            <input
              id={`${id}-${value}-box`}
              type="checkbox"
              name={name}
              value={value}
              aria-labelledby={`${id}-${value}`}
              aria-describedby={`${id}-${value}-detail`}
              checked={checked.includes(value)}
              onChange={({ target }) => {
                const others = checked.filter((each) => each !== value);
                onChange(target.checked ? [...others, value] : others);
              }}
              className="tick mt-0.5"
            />
            <span className="min-w-0">
              <span id={`${id}-${value}`} className="block text-[15px] font-medium">
                {label}
              </span>
              <span id={`${id}-${value}-detail`} className="block text-sm wrap-anywhere text-ink-soft">
                {detail}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
