import { useId, type ReactNode } from 'react';

/**
 * A labelled switch as one row: name and description at the left, the switch at the right; the whole row is the target.
 */
export function SwitchRow({
  label,
  detail,
  isOn,
  onChange,
}: {
  label: string;
  detail: ReactNode;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}) {
  const id = useId();
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-5 py-3.5">
      <span className="min-w-0 grow">
        <span id={`${id}-label`} className="block font-medium">
          {label}
        </span>
        <span id={`${id}-detail`} className="mt-0.5 block text-sm text-ink-soft">
          {detail}
        </span>
      </span>
      <span className="relative h-7 w-12 shrink-0">
        <input
          type="checkbox"
          role="switch"
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-detail`}
          checked={isOn}
          aria-checked={isOn}
          onChange={(event) => onChange(event.target.checked)}
          className="peer size-full cursor-pointer appearance-none rounded-full border border-edge bg-sunk transition-colors duration-150 checked:border-primary checked:bg-primary"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-1 left-1 size-5 rounded-full bg-edge transition-transform duration-150 peer-checked:translate-x-5 peer-checked:bg-on-primary"
        />
      </span>
    </label>
  );
}
