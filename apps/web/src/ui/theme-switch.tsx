import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { chooseTheme, storedTheme, THEMES, type Theme } from './theme.ts';

const NAMES: Readonly<Record<Theme, string>> = { system: 'as this device', light: 'light', dark: 'dark' };
const ICONS = { system: Monitor, light: Sun, dark: Moon } as const;

/** One button that goes through device, light and dark; its name says which is on and which comes next. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(storedTheme);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  const Icon = ICONS[theme];
  return (
    <button
      type="button"
      aria-label={`Colours: ${NAMES[theme]}. Switch to ${NAMES[next]}`}
      title={`Colours: ${NAMES[theme]}`}
      onClick={() => {
        chooseTheme(next);
        setTheme(next);
      }}
      className="grid size-11 place-items-center rounded-card text-ink-soft hover:bg-sunk hover:text-ink"
    >
      <Icon className="size-5" aria-hidden="true" />
    </button>
  );
}
