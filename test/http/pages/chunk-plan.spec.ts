import { readFileSync } from 'node:fs';
import { CHUNK_PLAN } from '../../../client/chunk-plan.js';

/** Data that `vite.config.ts` writes about each script of the build. */
interface Chunk {
  file: string;
  name: string;
  isEntry: boolean;
  /** The module that the script was made for; null for a part of several scripts. */
  facade: string | null;
  modules: string[];
  imports: string[];
  dynamicImports: string[];
}

const chunks = JSON.parse(readFileSync('build/pages/chunks.json', 'utf8')) as Chunk[];
const built = chunks.flatMap(({ modules }) => modules);
const planned = CHUNK_PLAN.flatMap(({ name, modules }) => modules.map((module) => ({ chunk: name, module })));
/** Modules for React islands, and those that hydrate them. */
const ISLANDS = new RegExp(
  `client/(${[
    'lib/islands/hydrate-island',
    'components/search/search-box',
    'components/defined-form/rich-text/rich-text-editor',
    'features/account/captcha/captcha',
    'features/dashboard/entitlements',
    'features/job-editing/assistant/description-assistant',
    'features/.*-count',
  ].join('|')})\\.tsx$`,
);

/** A script and all the scripts that it imports. */
function withImports(chunk: Chunk, found = new Set<Chunk>()): Set<Chunk> {
  found.add(chunk);
  for (const file of chunk.imports) {
    const imported = chunks.find((each) => each.file === file);
    if (imported && !found.has(imported)) withImports(imported, found);
  }
  return found;
}

function namesOf(loaded: Iterable<Chunk>): string[] {
  return [...loaded].map(({ name }) => name);
}

describe('[PAGE-07] the scripts of the build', () => {
  it.each(planned)('contain the planned $module', ({ module }) => {
    expect(built.filter((id) => module.test(id))).not.toHaveLength(0);
  });

  it.each(planned)('contain $module only in $chunk', ({ chunk, module }) => {
    const holding = chunks.filter(({ modules }) => modules.some((id) => module.test(id)));
    expect(namesOf(holding)).toEqual([chunk]);
  });

  it.each(CHUNK_PLAN.map(({ name }) => name))('include one with the planned name %s', (name) => {
    expect(chunks.filter((chunk) => chunk.name === name)).toHaveLength(1);
  });

  it('start with scripts that load no islands and no React', () => {
    const first = chunks.filter(({ isEntry }) => isEntry).flatMap((entry) => [...withImports(entry)]);
    expect(namesOf(first)).toEqual(expect.arrayContaining(['shared']));
    expect(namesOf(first)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(islands|libraries|graphql)$/)]),
    );
    const modules = [...first].flatMap((chunk) => chunk.modules);
    expect(modules.filter((id) => ISLANDS.test(id) || /node_modules\/(react|react-dom|@tanstack)\//.test(id))).toEqual(
      [],
    );
  });

  it('load React only for islands', () => {
    const needReact = chunks.filter(
      (chunk) => chunk.facade !== null && namesOf(withImports(chunk)).includes('libraries'),
    );
    expect(
      needReact.map(({ facade }) => facade!).filter((id) => !ISLANDS.test(id) && !/node_modules/.test(id)),
    ).toEqual([]);
  });

  // Operations that only few pages send would otherwise be loaded by all of them (`vite.config.ts`).
  it('share no script with all GraphQL operations', () => {
    expect(built.filter((id) => id.endsWith('contract/generated/operations.ts'))).toEqual([]);
  });

  it('contain React nowhere else', () => {
    const holding = chunks.filter(({ modules }) => modules.some((id) => /node_modules\/(react|react-dom)\//.test(id)));
    expect(namesOf(holding)).toEqual(['libraries']);
  });
});
