/** A backup can't be made or put back as asked, and nothing was changed; the sentence says why and what to do. */
export class BackupRefused extends Error {}
