// Lets Node import the TypeScript sources, which `run-file.mjs` and the tests do: `./x.js` is `./x.ts`, as the compiler resolves it, and
// `#contract/x.js` is a source rather than a part of the build. Compiled code is kept between runs.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { threadId } from 'node:worker_threads';
import { transformSync } from '@swc/core';

const ROOT = resolve(import.meta.dirname, '../../..');
const OUTSIDE = [join(ROOT, 'node_modules/'), join(ROOT, 'build/')].map((folder) => pathToFileURL(folder).href);
const CACHE = join(ROOT, 'node_modules/.cache/causeboard-compiled-tests');
const SUBPATH_IMPORT = /^#(contract|shared)\/(.*)\.js$/;
const RELATIVE = /^\.{1,2}\//;
const OPTIONS = {
  swcrc: false,
  configFile: false,
  sourceMaps: 'inline',
  module: { type: 'es6' },
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', tsx: true, decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
  },
};

mkdirSync(CACHE, { recursive: true });
registerHooks({
  resolve(specifier, context, next) {
    const subpath = SUBPATH_IMPORT.exec(specifier);
    if (subpath) return next(pathToFileURL(join(ROOT, 'src', subpath[1], `${subpath[2]}.ts`)).href, context);
    return next(sourceOf(specifier, context.parentURL) ?? specifier, context);
  },
  load(url, context, next) {
    const path = url.startsWith('file:') ? fileURLToPath(url) : '';
    if (!/\.tsx?$/.test(path)) return next(url, context);
    return { format: 'module', source: compiled(path), shortCircuit: true };
  },
});

/** @returns the URL of the TypeScript file that is meant; undefined if there is none */
function sourceOf(specifier, importer) {
  if (!importer || !RELATIVE.test(specifier) || OUTSIDE.some((folder) => importer.startsWith(folder))) return undefined;
  const url = new URL(specifier, importer).href.replace(/\.js$/, '');
  return [`${url}.ts`, `${url}.tsx`].find((candidate) => existsSync(fileURLToPath(candidate)));
}

function compiled(path) {
  const text = readFileSync(path, 'utf8');
  const cached = join(
    CACHE,
    createHash('sha256').update(path).update(JSON.stringify(OPTIONS)).update(text).digest('hex'),
  );
  if (existsSync(cached)) return readFileSync(cached, 'utf8');
  const { code } = transformSync(text, { ...OPTIONS, filename: path });
  // Renamed when it is complete, because other workers may read it at any time.
  const part = `${cached}.${process.pid}.${threadId}`;
  writeFileSync(part, code);
  renameSync(part, cached);
  return code;
}
