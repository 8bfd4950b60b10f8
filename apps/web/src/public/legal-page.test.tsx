// A legal page has what the operator stated, at its own section, and says nothing in its place where nothing was stated.
import {
  DEFAULT_SETTINGS,
  LEGAL_PAGE_NAMES,
  LEGAL_SECTIONS,
  type LegalPageName,
  NO_STATEMENTS,
} from '@kobogate/contract';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AmlKycPage } from './aml-kyc-page.tsx';
import { PrivacyPage } from './privacy-page.tsx';
import { SiteContext } from './site-context.ts';
import { TermsPage } from './terms-page.tsx';

const PAGES: Readonly<Record<LegalPageName, ReactNode>> = {
  terms: <TermsPage />,
  privacy: <PrivacyPage />,
  amlKyc: <AmlKycPage />,
};

function draw(page: LegalPageName, stated: Readonly<Record<string, string>>): Document {
  const legal = { ...NO_STATEMENTS, [page]: stated };
  const { brand, retention } = DEFAULT_SETTINGS;
  const facts = { brand, legal, retention, year: 2026, coins: [], ratesAt: null, path: '/terms' };
  const html = renderToStaticMarkup(<SiteContext value={facts}>{PAGES[page]}</SiteContext>);
  return new DOMParser().parseFromString(html, 'text/html');
}

test.each(LEGAL_PAGE_NAMES)('%s', (page) => {
  const sections = LEGAL_SECTIONS[page];
  const stated = Object.fromEntries(sections.map((id) => [id, `Stated about ${id}.`]));
  const whole = draw(page, stated);
  for (const id of sections) {
    const section = whole.getElementById(id)?.closest('section') ?? whole.getElementById(id);
    expect([id, section?.textContent]).toEqual([id, expect.stringContaining(`Stated about ${id}.`)]);
  }
  const empty = draw(page, {});
  // A title with nothing below it would be a gap.
  for (const section of empty.querySelectorAll('section')) expect(section.querySelector('p, ul')).not.toBeNull();
  const bare = empty.body.textContent;
  expect(bare).not.toMatch(/Stated about|undefined|to state|to be filled/);
});
