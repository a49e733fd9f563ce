// `npm run backend:config -- FILE`: writes the configuration of the standalone backend from the settings and the site folders of the pages,
// so that both sides have the same sites. See docs/operating.md.
import { install } from './install.mjs';

const [file] = process.argv.slice(2);
if (!file) {
  console.error('Usage: npm run backend:config -- FILE (the file to write)');
  process.exit(2);
}
await install();
const { build } = await import('./build.mjs');
try {
  await build();
  const { writeStandaloneConfig } = await import('./standalone-config.mjs');
  const missing = await writeStandaloneConfig(file, process.env);
  console.log([`Wrote ${file}.`, ...missing].join('\n'));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
