/** Whether a URL's host is this machine itself. Pure. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);

/**
 * Whether traffic to this address can't be read or changed on the way: https, wss, or this machine itself. False
 * for an invalid address. Pure.
 */
export function isProtected(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || protocol === 'wss:' || isLoopback(hostname);
}

/**
 * The same as `isProtected`, for a mail server: `smtps:`, or `smtp:` that requires STARTTLS (`?requireTLS=true`), and
 * no parameter that disables the protection. Pure.
 */
export function isProtectedMail(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, searchParams } = new URL(address);
  if (isLoopback(hostname)) return true;
  const weakens = [...searchParams.keys()].some((name) =>
    /^(?:ignoreTLS|opportunisticTLS|secure|host|tls\..*)$/i.test(name),
  );
  const insists = searchParams.getAll('requireTLS').join() === 'true';
  return !weakens && (protocol === 'smtps:' || insists);
}
