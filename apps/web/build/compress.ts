import { readdir, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = /\.(?:js|css|svg|html|txt)$/;
/** Below this a compressed copy saves no packet. */
const WORTH_BYTES = 512;

const brotli = (content: Buffer): Promise<Buffer> =>
  promisify(brotliCompress)(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });

/** Writes `.br` and `.gz` beside the files that the web server serves, so that no request waits for compression. */
export async function compressAssets(folder: string): Promise<void> {
  const names = await readdir(folder);
  const assets = (await readdir(`${folder}/assets`)).map((name) => `assets/${name}`);
  const compressible = [...names, ...assets].filter((file) => COMPRESSIBLE.test(file));
  await Promise.all(compressible.map((name) => compressAsset(`${folder}/${name}`)));
}

async function compressAsset(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < WORTH_BYTES) return;
  await Promise.all([
    brotli(content).then((smaller) => writeFile(`${file}.br`, smaller)),
    promisify(gzip)(content, { level: 9 }).then((smaller) => writeFile(`${file}.gz`, smaller)),
  ]);
}
