import * as z from 'zod/mini';
import { text } from './endpoint.ts';

/** The sections of the legal pages in which there is something that only the operator can say. */
export const LEGAL_SECTIONS = {
  terms: ['service', 'accounts', 'conversions', 'fees', 'refunds', 'limits', 'liability', 'disputes', 'changes'],
  privacy: ['shared', 'ground', 'rights'],
  amlKyc: ['customers', 'limits', 'screening', 'monitoring', 'reports'],
} as const;
export type LegalPageName = keyof typeof LEGAL_SECTIONS;
export const LEGAL_PAGE_NAMES = ['terms', 'privacy', 'amlKyc'] as const satisfies readonly LegalPageName[];

export const LEGAL_STATEMENT_LENGTH = 1500;
const statements = (page: LegalPageName) =>
  z.object(Object.fromEntries(LEGAL_SECTIONS[page].map((id) => [id, z._default(text(LEGAL_STATEMENT_LENGTH), '')])));

/** The operator's statements on the legal pages; empty: not made yet, and not shown. */
export const legalSchema = z.object({
  terms: statements('terms'),
  privacy: statements('privacy'),
  amlKyc: statements('amlKyc'),
});
export type LegalStatements = z.output<typeof legalSchema>;

export const NO_STATEMENTS: LegalStatements = legalSchema.parse({ terms: {}, privacy: {}, amlKyc: {} });
