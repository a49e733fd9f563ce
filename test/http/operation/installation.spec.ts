import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { globSync } from 'tinyglobby';
import { BUILD_PACKAGES } from '../../../scripts/install.mjs';
import { StubServer } from '../../support/servers/stub-server.js';
import { waitFor } from '../../support/wait-for.js';

/** `vite` is needed for the build, `@circle/tester` for tests. */
const NEEDED = ['alone', '@circle/member', 'vite'];
const NAMES = [...NEEDED, '@circle/tester'];

/** An import of a value: types are not there when the product runs. */
const IMPORT = /(?:^(?:import|export)(?! type\b)[^;]*?from |^import |import\()'([^']+)'/gm;
/** What runs before the product, and the product. */
const PRODUCT = [
  'scripts/{build,commands,run,start}.mjs',
  'scripts/build-steps/*.mjs',
  'vite.config.ts',
  '{client,config,demo,src}/**/*.{ts,tsx}',
];

describe('installing the packages', () => {
  let folder: string;
  let registry: StubServer;
  const tarballs = new Map<string, Buffer>();

  /** The last part of a package's usual address. */
  const file = (name: string) => `${name.split('/').at(-1)}-1.0.0.tgz`;
  const installed = () =>
    NAMES.filter((name) => existsSync(join(folder, 'project/node_modules', name, 'package.json')));

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'causeboard-installation-'));
    registry = await StubServer.start();
    for (const name of NAMES) {
      const source = join(folder, 'sources', name, 'package');
      mkdirSync(source, { recursive: true });
      writeFileSync(join(source, 'package.json'), JSON.stringify({ name, version: '1.0.0' }));
      const packed = spawnSync('tar', ['-cz', '-C', join(source, '..'), 'package']);
      expect(packed.status).toBe(0);
      tarballs.set(name, packed.stdout);
    }
  });

  beforeEach(() => {
    const project = join(folder, 'project');
    mkdirSync(project);
    const versions = (names: string[]) => Object.fromEntries(names.map((name) => [name, '1.0.0']));
    const packages = Object.fromEntries(
      NAMES.map((name) => {
        const integrity = `sha512-${createHash('sha512').update(tarballs.get(name)!).digest('base64')}`;
        return [`node_modules/${name}`, { version: '1.0.0', integrity }];
      }),
    );
    const root = {
      name: 'project',
      version: '1.0.0',
      dependencies: versions(NAMES.slice(0, 2)),
      devDependencies: versions(NAMES.slice(2)),
    };
    writeFileSync(join(project, 'package.json'), JSON.stringify(root));
    const lock = { ...root, lockfileVersion: 3, requires: true, packages: { '': root, ...packages } };
    writeFileSync(join(project, 'package-lock.json'), JSON.stringify(lock));
    registry.asked.length = 0;
    writeFileSync(join(project, '.npmrc'), `registry=${registry.origin}/\n`);
  });

  afterEach(() => {
    for (const name of ['project', 'cache']) rmSync(join(folder, name), { recursive: true, force: true });
  });

  afterAll(async () => {
    await registry.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function start(...options: string[]): ChildProcess {
    const outer = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'));
    const own = { npm_config_cache: join(folder, 'cache'), npm_config_fetch_retries: '0' };
    const env = { ...Object.fromEntries(outer), ...own };
    return spawn(process.execPath, [resolve('scripts/install.mjs'), ...options], { cwd: join(folder, 'project'), env });
  }

  async function install(...options: string[]): Promise<{ status: number | null; output: string }> {
    const installing = start(...options);
    let output = '';
    for (const stream of [installing.stdout!, installing.stderr!])
      stream.setEncoding('utf8').on('data', (part: string) => (output += part));
    const [status] = (await once(installing, 'close')) as [number | null];
    expectNoLeftovers();
    return { status, output };
  }

  function expectNoLeftovers(): void {
    const files = readdirSync(join(folder, 'project')).filter((name) => name !== 'node_modules');
    expect(files.sort()).toEqual(['.npmrc', 'package-lock.json', 'package.json']);
    expect(readFileSync(join(folder, 'project/package-lock.json'), 'utf8')).not.toContain('resolved');
  }

  /** Serves each package at the end of an address that is made from its name. */
  function serve(address: (name: string) => string, contents = tarballs): void {
    registry.answer = ({ url = '' }, response) => {
      const name = NAMES.find((each) => url.endsWith(address(each)));
      if (name) response.end(contents.get(name));
      else response.writeHead(404).end();
    };
  }

  test('requests nothing but the packages, from the registry of each scope', async () => {
    serve((name) => `/${name}/-/${file(name)}`);
    const settings = `registry=${registry.origin}/all\n@circle:registry=${registry.origin}/own/\n`;
    writeFileSync(join(folder, 'project/.npmrc'), settings);
    expect(await install()).toMatchObject({ status: 0 });
    expect(installed()).toEqual(NAMES);
    const addresses = [
      '/all/alone/-/alone-1.0.0.tgz',
      '/all/vite/-/vite-1.0.0.tgz',
      '/own/@circle/member/-/member-1.0.0.tgz',
      '/own/@circle/tester/-/tester-1.0.0.tgz',
    ];
    expect(registry.asked.toSorted()).toEqual(addresses);
    // Nothing is installed a second time.
    expect(await install()).toEqual({ status: 0, output: '' });
  });

  test('leaves out what only tests need, until they run', async () => {
    serve((name) => `/${name}/-/${file(name)}`);
    expect(await install('--without-test-packages')).toMatchObject({ status: 0 });
    expect(installed()).toEqual(NEEDED);
    expect(await install('--without-test-packages')).toEqual({ status: 0, output: '' });
    expect(await install()).toMatchObject({ status: 0 });
    expect(installed()).toEqual(NAMES);
    // The next start removes nothing.
    expect(await install('--without-test-packages')).toEqual({ status: 0, output: '' });
  });

  test('asks a registry with other addresses for them', async () => {
    serve((name) => `/files/${file(name)}`);
    const { answer } = registry;
    registry.answer = (request, response) => {
      const name = NAMES.find((each) => decodeURIComponent(request.url ?? '') === `/${each}`);
      const version = name && { name, version: '1.0.0', dist: { tarball: `${registry.origin}/files/${file(name)}` } };
      if (version) response.end(JSON.stringify({ name, versions: { '1.0.0': version } }));
      else answer(request, response);
    };
    expect(await install()).toMatchObject({ status: 0 });
    expect(installed()).toEqual(NAMES);
  });

  test('refuses a package that differs from the lock file, and leaves the installed ones', async () => {
    const before = join(folder, 'project/node_modules/before');
    mkdirSync(before, { recursive: true });
    const changed = new Map(NAMES.map((name) => [name, tarballs.get(NAMES.find((other) => other !== name)!)!]));
    serve((name) => `/${name}/-/${file(name)}`, changed);
    const { status, output } = await install();
    expect(status).not.toBe(0);
    expect(output).toContain('npm error');
    expect(installed()).toEqual([]);
    expect(readdirSync(join(before, '..'))).toEqual(['before']);
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('leaves nothing when it is stopped by %s', async (signal) => {
    registry.answer = () => {};
    const installing = start();
    await waitFor('a request for a package', () => registry.asked.length > 0);
    installing.kill(signal);
    expect(await once(installing, 'exit')).toEqual([signal === 'SIGTERM' ? 143 : 130, null]);
    expectNoLeftovers();
  });

  test('installs everything that the product and its build import before it starts', () => {
    const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<'devDependencies', object>;
    expect(Object.keys(devDependencies)).toEqual(expect.arrayContaining(BUILD_PACKAGES));
    const onlyForTests = Object.keys(devDependencies).filter((name) => !BUILD_PACKAGES.includes(name));
    const sources = globSync(PRODUCT, { ignore: '**/*.spec.*' });
    const imports = sources.flatMap((path) =>
      Array.from(readFileSync(path, 'utf8').matchAll(IMPORT), ([, from = '']) => `${path}: ${from}`),
    );
    expect(imports.length).toBeGreaterThan(1000);
    expect(imports.filter((line) => onlyForTests.some((name) => `${line}/`.includes(`: ${name}/`)))).toEqual([]);
  });
});
