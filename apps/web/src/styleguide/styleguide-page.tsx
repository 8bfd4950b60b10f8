import { useState } from 'react';
import { PageTitle } from '../ui/page-title.tsx';
import { ThemeSwitch } from '../ui/theme-switch.tsx';
import { Toaster } from '../ui/toaster.tsx';
import { Choices } from './choices.tsx';
import { Content } from './content.tsx';
import { Controls } from './controls.tsx';
import { Lists } from './lists.tsx';
import { Messages } from './messages.tsx';
import { Tokens } from './tokens.tsx';

/**
 * For developers: every token and primitive in every state, light beside dark. Dialogs and toasts follow the switch.
 */
export function Component() {
  const [now] = useState(() => Date.now());
  return (
    <main className="p-4 sm:p-6">
      <PageTitle>Styleguide</PageTitle>
      <header className="mb-4 flex items-center justify-between">
        <h1 className="headline text-3xl">Styleguide</h1>
        <ThemeSwitch />
      </header>
      <div className="grid gap-6 lg:grid-cols-2">
        {(['light', 'dark'] as const).map((theme) => (
          <div key={theme} data-theme={theme} className="min-w-0 rounded-card bg-paper p-4 text-ink sm:p-6">
            <h2 className="headline mb-4 text-2xl">{theme === 'light' ? 'Light' : 'Dark'}</h2>
            <Tokens />
            <Controls />
            <Choices theme={theme} />
            <Messages />
            <Lists />
            <Content now={now} />
          </div>
        ))}
      </div>
      <Toaster />
    </main>
  );
}
