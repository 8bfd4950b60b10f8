// A page's start document names exactly the files of that page, whatever its address contains.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder } from '@kobogate/testkit/platform/temporary-folder.ts';
import { describe, expect, it } from 'vitest';
import { openStartDocument, standsFor, startDocumentFor } from './start-document.ts';

describe('an address with places in it', () => {
  it.each([
    ['/login', '/login', true],
    ['/login', '/login/', true],
    ['/login', '/login/more', false],
    ['/account/convert-to-naira/:id', '/account/convert-to-naira/0192', true],
    ['/account/convert-to-naira/:id', '/account/convert-to-naira', false],
    ['/admin/*', '/admin/nothing/here', true],
    ['/admin/*', '/account', false],
    ['/*', '/anything', true],
    ['/login', '/Login', true],
  ])('%s stands for %s: %s', (address, path, expected) => {
    expect(standsFor(address, path)).toBe(expected);
  });
});

const BUILT = {
  template: '<script data-files="{{files}}" data-calls="{{calls}}"></script><i>{{picture}}</i>',
  inline: { styles: ["'sha256-a'"], scripts: ["'sha256-b'"] },
  files: ['/app.js'],
  pictures: { shell: '<b>$&</b>' },
};
const page = (path: string, file: string) => ({ path, files: [file], calls: [], picture: null });

describe('a start document', () => {
  it('names the files and calls of its page, and holds its picture', () => {
    const html = startDocumentFor(BUILT, { files: ['/assets/a.js?"&$&'], calls: ['/api/user'], picture: 'shell' });
    expect(html).toBe(
      '<script data-files="/app.js /assets/a.js?&quot;&amp;$&amp;" data-calls="/api/user"></script><i><b>$&</b></i>',
    );
    expect(startDocumentFor(BUILT)).toBe('<script data-files="/app.js" data-calls=""></script><i></i>');
  });

  it('is that of the first address that fits, and the bare one where none does; only some are pages', async () => {
    const folder = await createTemporaryFolder('start-document');
    try {
      await mkdir(join(folder.path, 'render'));
      const pages = [
        page('/orders/history', '/history.js'),
        page('/orders/:id', '/order.js'),
        page('/orders/*', '/not-found.js'),
      ];
      await writeFile(join(folder.path, 'render/start-document.json'), JSON.stringify({ ...BUILT, pages }));
      const { at, inline } = await openStartDocument(folder.path);
      expect(inline).toEqual(BUILT.inline);
      const textAt = async (path: string) => (await at(path).document).bodies.identity.toString();
      expect(await textAt('/orders/history')).toContain('/history.js');
      expect(await textAt('/orders/1')).toContain('/order.js');
      expect(await textAt('/elsewhere')).toBe(startDocumentFor(BUILT));
      for (const path of ['/orders/history', '/Orders/History/', '/orders/1']) expect(at(path).isPage).toBe(true);
      expect(await textAt('/orders/1/more')).toContain('/not-found.js');
      for (const path of ['/orders/1/more', '/elsewhere']) expect(at(path).isPage).toBe(false);
    } finally {
      await folder.remove();
    }
  });
});
