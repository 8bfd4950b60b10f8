import type { SettingChange } from '@kobogate/contract';
import { ChevronDown } from '../../ui/icons.ts';
import { Moment } from '../../ui/moment.tsx';
import { describeChange, type Parts } from './describe-change.ts';

const who = (by: string | null): string => by ?? 'an administrator';

/** Who changed a setting last and when, and behind that every change, the newest first. */
export function ChangeHistory<Value>({
  history,
  parts,
  what,
}: {
  history: readonly SettingChange<Value>[];
  parts: Parts<Value>;
  /** Names the history for screen readers. */
  what: string;
}) {
  const [newest] = history;
  if (newest === undefined) return <p className="text-sm text-ink-soft">Never changed: this is the default.</p>;
  return (
    <details className="group text-sm">
      <summary className="-mx-2 flex min-h-11 list-none items-center gap-2 rounded-card px-2 text-ink-soft hover:text-ink">
        <ChevronDown
          className="size-4 shrink-0 transition-transform duration-150 group-open:rotate-180"
          aria-hidden="true"
        />
        <span className="min-w-0 wrap-anywhere">
          Changed by {who(newest.by)}, <Moment at={newest.at} />
        </span>
      </summary>
      <ol aria-label={`Changes of ${what}`} className="mt-2 grid gap-4 border-l-2 border-hairline pl-4">
        {history.map((change) => (
          <li key={change.version}>
            <p className="text-ink-soft wrap-anywhere">
              {who(change.by)}, <Moment at={change.at} />
            </p>
            <dl className="mt-1 grid gap-1">
              {describeChange(parts, change.before, change.after).map((line) => (
                <div key={line.label} className="wrap-anywhere">
                  <dt className="inline font-medium">{line.label}: </dt>
                  <dd className="inline">
                    {line.before} <span className="text-ink-soft">became</span> {line.after}
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ol>
    </details>
  );
}
