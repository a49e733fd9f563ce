import react from '@vitejs/plugin-react';
import vike from 'vike/plugin';
import { writeFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';
import { CHUNK_PLAN } from './client/chunk-plan.js';

const LAYERS = '@layer reset, base, layout, components, page;';

/** Whichever style sheet comes first, the layers have one order. */
const layerOrder: Plugin = {
  name: 'layer-order',
  enforce: 'pre',
  transform: (code, id) => (/\.module\.css(\?|$)/.test(id) ? { code: LAYERS + code, map: null } : undefined),
};

/** Styles of components that browsers have no script of stay in the style sheet. */
const keepStyles: Plugin = {
  name: 'keep-styles',
  enforce: 'post',
  transform: (code, id) =>
    id.endsWith('.module.css') ? { code, map: null, moduleSideEffects: 'no-treeshake' } : undefined,
};

/**
 * Scripts contain only the GraphQL operations that they send: as plain strings, operations can be written into each
 * script that uses them, while the objects of the generated module would all be in one script.
 */
const operationStrings: Plugin = {
  name: 'operation-strings',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /contract\/generated\/operations\.ts$/ },
    handler: (code) => ({
      code: code.replaceAll(/\/\*#__PURE__\*\/ new TypedDocumentString\((`[^`]*`)(?:, \{[^}]*\})?\)/g, '$1'),
      map: null,
    }),
  },
};

/** Says which modules each script holds, for the test that compares the build with the plan. */
const chunkReport: Plugin = {
  name: 'chunk-report',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  writeBundle(_, bundle) {
    const chunks = Object.values(bundle)
      .filter((output) => output.type === 'chunk')
      .map(({ fileName, name, isEntry, facadeModuleId, moduleIds, imports, dynamicImports }) => ({
        file: fileName,
        name,
        isEntry,
        facade: facadeModuleId,
        modules: moduleIds.map((id) => id.replaceAll('\\', '/')),
        imports,
        dynamicImports,
      }));
    writeFileSync(`${import.meta.dirname}/build/pages/chunks.json`, JSON.stringify(chunks, undefined, 1));
  },
};

export default defineConfig({
  root: 'client',
  resolve: { alias: [{ find: /^#(contract|shared)\/(.*)\.js$/, replacement: `${import.meta.dirname}/src/$1/$2.ts` }] },
  plugins: [react(), vike(), layerOrder, keepStyles, operationStrings, chunkReport],
  build: {
    outDir: '../build/pages',
    emptyOutDir: true,
    target: 'es2022',
    // The icons are part of the style sheet; nothing else is.
    assetsInlineLimit: (path) => path.endsWith('/icons.svg'),
    cssMinify: true,
    // They are printed only if the build fails.
    reportCompressedSize: false,
    // One style sheet for all pages: it is small, and after the first page it is there.
    cssCodeSplit: false,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          optimization: { inlineConst: { mode: 'all' } },
          output: {
            codeSplitting: {
              groups: CHUNK_PLAN.map(({ name, modules }, index) => ({
                name,
                test: (id) => modules.some((module) => module.test(id.replaceAll('\\', '/'))),
                priority: CHUNK_PLAN.length - index,
              })),
            },
          },
        },
      },
    },
  },
  css: {
    modules: { generateScopedName: process.env.NODE_ENV === 'production' ? '_[hash:base64:4]' : '[name]_[local]' },
  },
});
