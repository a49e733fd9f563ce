import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as cheerio from 'cheerio';
import { transform } from 'esbuild';
import { NODE_FLAGS, startProduct } from '../../support/products.mjs';

const NAME = 'good-work';
const PATIENCE_MS = 180_000;

/** Creates a site with the command in a copy of the project, and adds it to a copy of the build, as a full build would. */
async function buildWithNewSite(folder: string): Promise<void> {
  const copy = (path: string) => cpSync(path, join(folder, path), { recursive: true });
  for (const path of ['config', 'scripts/build-steps/site-pictures.mjs']) copy(path);
  for (const part of readdirSync('build/server')) if (part !== 'bundle') copy(join('build/server', part));
  copy('package.json');
  for (const path of ['node_modules', 'build/pages']) symlinkSync(resolve(path), join(folder, path));
  const made = spawnSync(process.execPath, [resolve('scripts/site-new.mjs'), NAME], { cwd: folder, encoding: 'utf8' });
  expect(made).toMatchObject({ status: 0, stderr: '' });
  const source = join(folder, 'config/sites', NAME);
  const target = join(folder, 'build/server/config/sites', NAME);
  mkdirSync(target);
  for (const file of readdirSync(source).filter((name) => name.endsWith('.svg')))
    cpSync(join(source, file), join(target, file));
  const { code } = await transform(readFileSync(join(source, 'site.ts'), 'utf8'), { loader: 'ts', format: 'esm' });
  writeFileSync(join(target, 'site.js'), code);
  const script = "await (await import('./scripts/build-steps/site-pictures.mjs')).makeSitePictures()";
  const pictures = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(pictures).toMatchObject({ status: 0 });
}

describe('a site created by npm run site:new', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'causeboard-new-site-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it(
    '[SITE-08] is served without changes, with its own name, pictures and addresses',
    async () => {
      await buildWithNewSite(folder);
      const main = join(folder, 'build/server/src/main.js');
      const product = await startProduct({ SITE: NAME, SITES: '', DATA_DIR: join(folder, 'data') }, [
        ...NODE_FLAGS,
        main,
      ]);
      try {
        const page = async (path: string) => {
          const response = await fetch(`${product.url}${path}`, { redirect: 'manual' });
          return { status: response.status, $: cheerio.load(await response.text()) };
        };
        for (const path of ['/', '/jobs', '/organizations', '/user/login', '/user/register', '/contact']) {
          const { status, $ } = await page(path);
          expect([path, status, $('title').text()]).toEqual([path, 200, expect.stringContaining('Good Work')]);
          expect($('link[rel="stylesheet"]').length).toBeGreaterThan(0);
        }
        const manifest = (await (await fetch(`${product.url}/manifest.webmanifest`)).json()) as {
          name: string;
          icons: { src: string }[];
        };
        expect(manifest.name).toBe('Good Work');
        for (const { src } of manifest.icons) {
          const icon = await fetch(new URL(src, product.url));
          expect([icon.status, icon.headers.get('content-type')]).toEqual([200, expect.stringContaining('image/')]);
        }
        expect((await page('/nowhere')).status).toBe(404);
      } finally {
        await product.stop();
      }
    },
    PATIENCE_MS,
  );
});
