import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** Data that `vite.config.ts` writes about each script of the build. */
interface Chunk {
  file: string;
  isEntry: boolean;
  /** The module that the script was made for; null for a part of several scripts. */
  facade: string | null;
  modules: string[];
  imports: string[];
}

/** Maximum compressed size. */
const MAX_BUILT_IN_BYTES = 4_000;
const chunks = JSON.parse(readFileSync('build/pages/chunks.json', 'utf8')) as Chunk[];

/** A script and all the scripts that it imports. */
function withImports(chunk: Chunk, found = new Set<Chunk>()): Set<Chunk> {
  if (found.has(chunk)) return found;
  found.add(chunk);
  for (const file of chunk.imports)
    withImports(
      chunks.find((each) => each.file === file)!,
      found,
    );
  return found;
}

const ofEveryPage = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap((each) => [...withImports(each)]));

/** The scripts that a browser loads for modules, except for those that every page has. */
function scriptsOf(...modules: string[]): Chunk[] {
  const found = new Set<Chunk>();
  for (const module of modules)
    withImports(
      chunks.find(({ facade }) => facade?.endsWith(module))!,
      found,
    );
  return [...found].filter((chunk) => !ofEveryPage.has(chunk));
}

describe('[CONSENT-01] the scripts of consent', () => {
  it('of the built-in provider have at most 4 kB compressed for a visitor who has not decided', () => {
    const scripts = scriptsOf('client/features/consent/start-consent.ts', 'client/features/consent/klaro.ts');
    const sizes = scripts.map(({ file }) => {
      const script = readFileSync(`build/pages/client/${file}`);
      return [file, gzipSync(script, { level: 9 }).length] as const;
    });
    const bytes = sizes.reduce((sum, [, size]) => sum + size, 0);
    expect(bytes).toBeGreaterThan(1_000);
    expect(bytes).toBeLessThanOrEqual(MAX_BUILT_IN_BYTES);
  });

  it('contain no code of other providers, each of which has its own script', () => {
    const own = scriptsOf('client/features/consent/start-consent.ts', 'client/features/consent/klaro.ts');
    expect(own.flatMap(({ modules }) => modules).filter((id) => /consent\/vendors\/|vendor-provider/.test(id))).toEqual(
      [],
    );
    const vendors = chunks.filter(({ modules }) => modules.some((id) => /consent\/vendors\//.test(id)));
    expect(vendors).toHaveLength(7);
    for (const { modules } of vendors) expect(modules.filter((id) => /consent\/vendors\//.test(id))).toHaveLength(1);
  });
});
