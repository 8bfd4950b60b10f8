import { useState } from 'react';
import { ThemeButton } from './theme-button.tsx';
import { chooseTheme, storedTheme, themeAfter } from './theme.ts';

/** One button that cycles through device, light and dark; its name says which is on and which comes next. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(storedTheme);
  const goOn = () => {
    const next = themeAfter(theme);
    chooseTheme(next);
    setTheme(next);
  };
  return <ThemeButton theme={theme} onClick={goOn} />;
}
