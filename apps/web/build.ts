import { buildApp } from './build/app.ts';
import { compressAssets } from './build/compress.ts';
import { buildDownloads } from './build/downloads.ts';
import { buildEmbed } from './build/embed.ts';
import { buildSite } from './build/site.ts';

const dist = `${import.meta.dirname}/dist`;

// In this order: the first empties the folder and cuts the fonts that the others use.
await buildApp(dist);
// Together, as each leaves one of two cores idle: a first start waits for them.
await Promise.all([buildSite(dist), buildEmbed(dist), buildDownloads(dist)]);
await compressAssets(dist);
