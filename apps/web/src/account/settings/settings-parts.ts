/** The parts of the settings, each with the sections that it has: mails and other pages lead to one of these by its `#`. */
export const SETTINGS_PARTS = [
  { id: 'security', label: 'Signing in', sections: ['password', 'providers', 'two-factor', 'sessions'] },
  { id: 'messages', label: 'Messages', sections: ['notifications', 'texts'] },
  { id: 'data', label: 'Your data', sections: ['data', 'closing'] },
  { id: 'programs', label: 'Programs', sections: ['api-keys', 'webhooks'] },
] as const;
export type SettingsPart = (typeof SETTINGS_PARTS)[number]['id'];

/** The part that an address shows: the one of its section, else the one that its query names, else the first. Pure. */
export function partOf({ hash, search }: { hash: string; search: string }): SettingsPart {
  const named = new URLSearchParams(search).get('part');
  const ofSection = SETTINGS_PARTS.find(({ sections }) => sections.some((section) => `#${section}` === hash));
  return (ofSection ?? SETTINGS_PARTS.find(({ id }) => id === named) ?? SETTINGS_PARTS[0]).id;
}
