import { buildApp } from './build/app.ts';
import { compressAssets } from './build/compress.ts';
import { buildDownloads } from './build/downloads.ts';
import { buildEmbed } from './build/embed.ts';
import { buildSite } from './build/site.ts';

const dist = `${import.meta.dirname}/dist`;

// In this order: the first empties the folder and cuts the fonts that the others use.
await buildApp(dist);
await buildSite(dist);
await buildEmbed(dist);
await buildDownloads(dist);
await compressAssets(dist);
