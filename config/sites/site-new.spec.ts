import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type * as LoadSites from './load-sites.js';

const COMMAND = resolve('scripts/site-new.mjs');

describe('npm run site:new', () => {
  let folder: string;

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'site-new-')));
    cpSync('config', join(folder, 'config'), { recursive: true });
    cpSync('src/contract', join(folder, 'src/contract'), { recursive: true });
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  function siteNew(name: string) {
    return spawnSync(process.execPath, [COMMAND, name], { cwd: folder, encoding: 'utf8' });
  }

  it('[SITE-08] creates a folder with a complete site, and changes nothing else', async () => {
    const before = readdirSync(join(folder, 'config'), { recursive: true }).length;
    expect(siteNew('good-work').status).toBe(0);
    expect(readdirSync(join(folder, 'config/sites/good-work')).sort()).toEqual([
      'icon.svg',
      'illustration.svg',
      'logo.svg',
      'site.ts',
    ]);
    expect(readdirSync(join(folder, 'config'), { recursive: true })).toHaveLength(before + 5);
    const { knownSites, loadSite } = (await import(join(folder, 'config/sites/load-sites.ts'))) as typeof LoadSites;
    expect(knownSites()).toContain('good-work');
    expect(await loadSite('good-work')).toMatchObject({ name: 'good-work', title: 'Good Work' });
  });

  it('does not overwrite a site, and explains the format of names', () => {
    expect(siteNew('uk')).toMatchObject({ status: 1, stderr: 'config/sites/uk already exists.\n' });
    for (const name of ['', 'Good Work', '../uk', 'a'.repeat(41)]) {
      const { status, stderr } = siteNew(name);
      expect(status).toBe(1);
      expect(stderr).toContain('the name is in lower case');
    }
  });
});
