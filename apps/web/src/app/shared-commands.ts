import { useNavigate } from 'react-router';
import type { Command } from '../ui/match-commands.ts';
import { chooseTheme, type Theme } from '../ui/theme.ts';
import { useLogout } from './use-logout.ts';

const THEME_NAMES: Readonly<Record<Theme, string>> = {
  system: 'Colours as this device has them',
  light: 'Light colours',
  dark: 'Dark colours',
};

/** What both areas can do from anywhere. */
export function useSharedCommands(): Command[] {
  const logout = useLogout();
  const themes = (['light', 'dark', 'system'] as const).map((theme) => ({
    id: `theme-${theme}`,
    group: 'Actions',
    title: THEME_NAMES[theme],
    words: 'theme mode appearance',
    goal: () => chooseTheme(theme),
  }));
  return [
    ...themes,
    { id: 'logout', group: 'Actions', title: 'Logout', words: 'sign out leave', goal: () => void logout() },
  ];
}

/** Opens the page of a command, or does what it does, and closes the palette. */
export function useChoose(onClose: () => void): (command: Command) => void {
  const navigate = useNavigate();
  return ({ goal }) => {
    onClose();
    if (typeof goal === 'string') void navigate(goal);
    else goal();
  };
}
