import { chooseTheme, storedTheme, themeAfter, themeWords, type Theme } from '../ui/theme.ts';

/** Makes a rendered `ThemeButton` show and switch this browser's colours. */
export function runThemeButton(button: HTMLElement): void {
  let theme = storedTheme();

  function show(choice: Theme): void {
    theme = choice;
    const { label, title } = themeWords(choice);
    button.dataset['choice'] = choice;
    button.setAttribute('aria-label', label);
    button.title = title;
  }

  button.addEventListener('click', () => {
    show(themeAfter(theme));
    chooseTheme(theme);
  });
  show(theme);
}
