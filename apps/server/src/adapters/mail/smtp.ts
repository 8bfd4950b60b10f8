import { PRODUCT_NAME } from '@kobogate/contract';
import { createTransport } from 'nodemailer';
import type { Mail, Mailer } from '../../identity/index.ts';
import { dependencyDown } from '../../platform/errors.ts';

const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;

/**
 * Sends mail by SMTP (RFC 5321) to the server that `url` names, from `from` (an address, or `Name <address>`). Each
 * wait has a limit. TLS is used where the server offers it; `smtps://` or `?requireTLS=true` makes it mandatory.
 */
export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = openTransport(url);
  const domain = /@([\w.-]+)>?$/.exec(from)?.[1] ?? 'localhost';
  return {
    send: async ({ id, to, subject, text, html }: Mail) => {
      try {
        await transport.sendMail({
          from: from.includes('<') ? from : { name: PRODUCT_NAME, address: from },
          // As an object it is one address, whatever characters it has.
          to: { name: '', address: to },
          subject,
          text,
          html,
          ...(id === undefined ? {} : { messageId: `<${id}@${domain}>` }),
        });
        return 'sent';
      } catch (error) {
        if (isRefusedRecipient(error)) return 'refused';
        throw dependencyDown('mail', 'The mail server can’t be reached. Nothing was lost; we will try again.', error);
      }
    },
  };
}

const openTransport = (url: string) =>
  createTransport({
    url,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    // No field of a mail is ever taken for a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });

/** Connects and signs in at the mail server, and sends nothing. Throws where that fails. */
export async function trySmtp(url: string): Promise<void> {
  const transport = openTransport(url);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** RFC 5321 section 4.2.1: 5yz is a permanent refusal; here it was the answer to the recipient. */
function isRefusedRecipient(error: unknown): boolean {
  if (!(error instanceof Error) || !('command' in error) || error.command !== 'RCPT TO') return false;
  return 'responseCode' in error && typeof error.responseCode === 'number' && error.responseCode >= 500;
}
