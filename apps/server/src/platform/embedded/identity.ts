import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The user that the database runs as, where that is not our own. */
export interface Identity {
  readonly uid: number;
  readonly gid: number;
}

/** The ordinary user to run PostgreSQL as when we are root, which it refuses; undefined when we are not root. */
export async function unprivilegedIdentity(): Promise<Identity | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const identity = chooseIdentity(await readFile('/etc/passwd', 'utf8'));
  if (identity === undefined) {
    throw new Error(
      'PostgreSQL does not run as root, and there is no user postgres or nobody to run it as: start as an ordinary user, or set DATABASE_URL',
    );
  }
  return identity;
}

/** The user `postgres`, else `nobody`, from the text of /etc/passwd. Pure. */
export function chooseIdentity(passwd: string): Identity | undefined {
  const users = new Map(
    passwd.split('\n').map((line) => {
      const [name = '', , uid, gid] = line.split(':');
      return [name, { uid: Number(uid), gid: Number(gid) }] as const;
    }),
  );
  return [users.get('postgres'), users.get('nobody')].find(
    (user) => user !== undefined && user.uid > 0 && user.gid > 0,
  );
}

/** Whether that user may enter `path` and every folder above it. */
export async function canReach(identity: Identity, path: string): Promise<boolean> {
  const { mode, uid, gid } = await stat(path);
  const shift = uid === identity.uid ? 6 : gid === identity.gid ? 3 : 0;
  if (((mode >> shift) & 1) === 0) return false;
  const parent = dirname(path);
  return parent === path || (await canReach(identity, parent));
}
