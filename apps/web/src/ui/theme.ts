/** Which look the visitor chose; `system` follows the device. Kept in this browser only. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const STORAGE_KEY = 'kobogate_theme';
const NAMES: Readonly<Record<Theme, string>> = { system: 'as this device', light: 'light', dark: 'dark' };

/** The choice after this one, in a cycle. */
export function themeAfter(theme: Theme): Theme {
  return THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
}

/** The name and the tooltip of a button that switches on from this theme. */
export function themeWords(theme: Theme): { label: string; title: string } {
  const title = `Colours: ${NAMES[theme]}`;
  return { label: `${title}. Switch to ${NAMES[themeAfter(theme)]}`, title };
}

/** The stored choice; `system` where there is none or the storage can't be read. */
export function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return THEMES.find((theme) => theme === stored) ?? 'system';
  } catch {
    return 'system';
  }
}

/** Puts the theme on the page without storing it. */
export function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

/** Puts the theme on the page and stores it where the browser lets us. */
export function chooseTheme(theme: Theme): void {
  showTheme(theme);
  try {
    localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    // No storage (private window): the choice lasts as long as the page.
  }
}
