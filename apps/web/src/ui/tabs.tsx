import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

export interface Tab {
  id: string;
  label: string;
  content: ReactNode;
}

/** Tabs with arrow-key movement; only the chosen panel is mounted. Controlled by the tab's id. `label` names the list. */
export function Tabs({
  label,
  tabs,
  value,
  onChange,
}: {
  label: string;
  tabs: readonly Tab[];
  value: string;
  onChange: (id: string) => void;
}) {
  return (
    <Base.Root value={value} onValueChange={(id: string) => onChange(id)}>
      <Base.List aria-label={label} className="relative flex gap-1 overflow-x-auto border-b border-hairline">
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.id}
            value={tab.id}
            className="min-h-11 border-b-2 border-transparent px-4 font-medium whitespace-nowrap text-ink-soft -outline-offset-4 hover:text-ink data-active:border-primary data-active:text-ink"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.id} value={tab.id} className="pt-6">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
