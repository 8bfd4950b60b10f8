import { createHash } from 'node:crypto';

/** The source by which a content security policy allows this text inside a document, as style or as script. */
export const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
