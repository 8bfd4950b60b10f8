/** A backup can't be made or restored as asked, and nothing was changed; the message says why and what to do. */
export class BackupRefused extends Error {}
