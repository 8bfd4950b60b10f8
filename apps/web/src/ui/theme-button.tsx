import { Monitor, Moon, Sun } from './icons.ts';
import { themeWords, type Theme } from './theme.ts';

const ICONS = [
  { icon: Monitor, shown: 'group-data-[choice=system]:block' },
  { icon: Sun, shown: 'group-data-[choice=light]:block' },
  { icon: Moon, shown: 'group-data-[choice=dark]:block' },
] as const;

/** The button that switches the colours. Its attributes alone show the choice. */
export function ThemeButton({ theme, onClick }: { theme: Theme; onClick?: () => void }) {
  const { label, title } = themeWords(theme);
  return (
    <button
      type="button"
      data-choice={theme}
      aria-label={label}
      title={title}
      onClick={onClick}
      className="group grid size-11 place-items-center rounded-card text-ink-soft hover:bg-sunk hover:text-ink noscript:hidden"
    >
      {ICONS.map(({ icon: Icon, shown }) => (
        <Icon key={shown} className={`hidden size-5 ${shown}`} aria-hidden="true" />
      ))}
    </button>
  );
}
