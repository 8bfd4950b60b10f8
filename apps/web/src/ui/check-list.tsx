import { useId } from 'react';

export interface CheckOption {
  readonly value: string;
  readonly label: string;
  readonly detail: string;
}

/** Boxes of which any number may be ticked, as one group; each whole row is the target. */
export function CheckList({
  legend,
  name,
  options,
  checked,
}: {
  legend: string;
  /** Each ticked box adds its value under this name to the form. */
  name: string;
  options: readonly CheckOption[];
  /** Ticked at first. */
  checked: readonly string[];
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
              defaultChecked={checked.includes(value)}
              className="tick mt-0.5"
            />
            <span className="min-w-0">
              <span id={`${id}-${value}`} className="block text-[15px] font-medium">
                {label}
              </span>
              <span id={`${id}-${value}-detail`} className="block text-sm text-ink-soft">
                {detail}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The ticked values of a `CheckList` in a form that are among the known ones. */
export const checkedIn = <Value extends string>(
  form: HTMLFormElement,
  name: string,
  known: readonly Value[],
): Value[] => {
  const ticked = new FormData(form).getAll(name);
  return known.filter((value) => ticked.includes(value));
};
