// Guarantee: every link to a section of the settings opens the part that has it.
import { expect, it } from 'vitest';
import { partOf, SETTINGS_PARTS } from './settings-parts.ts';

it('[C-10] shows the part of the section, of the query, or the first', () => {
  for (const { id, sections } of SETTINGS_PARTS) {
    for (const section of sections) expect(partOf({ hash: `#${section}`, search: '?part=security' })).toBe(id);
    expect(partOf({ hash: '', search: `?part=${id}` })).toBe(id);
  }
  expect(partOf({ hash: '#nowhere', search: '?part=nothing' })).toBe('security');
});
