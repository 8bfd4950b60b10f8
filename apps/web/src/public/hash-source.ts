import { createHash } from 'node:crypto';

/** What a content security policy names to allow this text inside a document, as style or as script. */
export const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
