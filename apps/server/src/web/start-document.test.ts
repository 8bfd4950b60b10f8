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

describe('a start document', () => {
  it('names the files of its page in the head', () => {
    const html = startDocumentFor('<head></head><body></body>', ['/assets/a.js?"&$&']);
    expect(html).toContain('<link rel="modulepreload" crossorigin href="/assets/a.js?&quot;&amp;$&amp;" />');
    expect(html.endsWith('</head><body></body>')).toBe(true);
  });

  it('is that of the first address that fits, and the bare one where none does; only some are pages', async () => {
    const folder = await createTemporaryFolder('start-document');
    try {
      await mkdir(join(folder.path, 'render'));
      await writeFile(join(folder.path, 'index.html'), '<head></head>');
      const routes = [
        { path: '/orders/history', files: ['/history.js'] },
        { path: '/orders/:id', files: ['/order.js'] },
        { path: '/orders/*', files: ['/not-found.js'] },
      ];
      await writeFile(join(folder.path, 'render/route-files.json'), JSON.stringify(routes));
      const documentAt = await openStartDocument(folder.path);
      const textAt = async (path: string) => (await documentAt(path).document).bodies.identity.toString();
      expect(await textAt('/orders/history')).toContain('/history.js');
      expect(await textAt('/orders/1')).toContain('/order.js');
      expect(await textAt('/elsewhere')).toBe('<head></head>');
      for (const path of ['/orders/history', '/Orders/History/', '/orders/1'])
        expect(documentAt(path).isPage).toBe(true);
      expect(await textAt('/orders/1/more')).toContain('/not-found.js');
      for (const path of ['/orders/1/more', '/elsewhere']) expect(documentAt(path).isPage).toBe(false);
    } finally {
      await folder.remove();
    }
  });
});
