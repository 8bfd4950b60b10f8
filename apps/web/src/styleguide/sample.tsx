import type { ReactNode } from 'react';

/** A named part of the styleguide. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-hairline py-6">
      <h3 className="mb-4 text-lg font-semibold">{title}</h3>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">{children}</div>
    </section>
  );
}

/** One state of a primitive with the state's name above it. */
export function Sample({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <p className="mb-1.5 text-xs text-ink-soft">{name}</p>
      {children}
    </div>
  );
}

/** States side by side where there is room. */
export function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-end gap-4">{children}</div>;
}

export const LONG = 'Oluwaseun-Adébáyọ̀ Chukwuemeka Nwachukwu-Okonkwo of the Very Long Name Trading Company Limited';
