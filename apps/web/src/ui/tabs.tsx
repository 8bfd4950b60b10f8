import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { tabAfter } from './tab-after.ts';

export interface Tab {
  id: string;
  label: string;
  content: ReactNode;
}

/** Scrolls the chosen tab into view in its list, if that is wider than the screen; the page stays where it is. */
function bringIntoList(tab: HTMLElement | null): void {
  const list = tab?.parentElement;
  if (tab === null || list === null || list === undefined) return;
  const end = tab.offsetLeft + tab.offsetWidth;
  if (tab.offsetLeft < list.scrollLeft) list.scrollLeft = tab.offsetLeft;
  else if (end > list.scrollLeft + list.clientWidth) list.scrollLeft = end - list.clientWidth;
}

/**
 * Tabs with arrow-key movement; only the chosen panel is mounted. Controlled by the tab's id. `label` names the list, and
 * `heading` stands in one line with it where there is room.
 * An arrow only moves the focus: a panel may be heavy, so choosing takes Enter, the space bar or a press.
 */
export function Tabs({
  label,
  heading,
  tabs,
  value,
  onChange,
}: {
  label: string;
  heading?: ReactNode;
  tabs: readonly Tab[];
  value: string;
  onChange: (id: string) => void;
}) {
  const id = useId();
  const chosen = tabs.find((tab) => tab.id === value);

  function move(event: KeyboardEvent<HTMLButtonElement>, index: number): void {
    const next = tabAfter(event, index, tabs.length);
    const tab = next === null ? null : event.currentTarget.parentElement?.children[next];
    if (!(tab instanceof HTMLElement)) return;
    event.preventDefault();
    tab.focus();
  }

  return (
    <>
      <div className="border-b border-hairline lg:flex lg:items-end lg:gap-x-8">
        {heading}
        <div role="tablist" aria-label={label} className="relative flex gap-1 overflow-x-auto">
          {tabs.map((tab, index) => (
            <button
              key={tab.id}
              ref={tab === chosen ? bringIntoList : null}
              type="button"
              role="tab"
              id={`${id}-${tab.id}`}
              aria-selected={tab === chosen}
              aria-controls={tab === chosen ? `${id}-panel` : undefined}
              tabIndex={tab === chosen ? 0 : -1}
              onClick={() => onChange(tab.id)}
              onKeyDown={(event) => move(event, index)}
              className="min-h-11 border-b-2 border-transparent px-4 font-medium whitespace-nowrap text-ink-soft -outline-offset-4 hover:text-ink aria-selected:border-primary aria-selected:text-ink"
            >
              {tab.label}
            </button>
          ))}
        </div>
      </div>
      {chosen !== undefined && (
        <div
          key={chosen.id}
          role="tabpanel"
          id={`${id}-panel`}
          aria-labelledby={`${id}-${chosen.id}`}
          tabIndex={0}
          className="pt-6 lg:in-data-dense:pt-4"
        >
          {chosen.content}
        </div>
      )}
    </>
  );
}
