// A file that a server keeps is whole and its own, also where root has run a command beside the server.
import { chown, mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder } from '@kobogate/testkit/platform/temporary-folder.ts';
import { expect, test } from 'vitest';
import { replaceFile } from './replace-file.ts';

const SERVICE = 1000;

test.skipIf(process.getuid?.() !== 0)(
  '[O1] what root writes into the folder of a server belongs to the server, and to nobody else',
  async () => {
    const folder = await createTemporaryFolder('replace-file');
    const place = join(folder.path, 'data');
    await mkdir(place);
    await chown(place, SERVICE, SERVICE);
    const path = join(place, 'epoch.json');
    await replaceFile(path, (file) => file.writeFile('{}'));
    const { uid, gid, mode } = await stat(path);
    const text = await readFile(path, 'utf8');
    await folder.remove();
    expect({ uid, gid, mode: mode & 0o777, text }).toEqual({ uid: SERVICE, gid: SERVICE, mode: 0o600, text: '{}' });
  },
);
