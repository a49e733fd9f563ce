import react from '@vitejs/plugin-react';
import vike from 'vike/plugin';
import { defineConfig, type Plugin } from 'vite';

const LAYERS = '@layer reset, base, layout, components, page;';

/** What islands and the search page have in common. */
const SHARED =
  /client[\\/]lib[\\/](soft[\\/]regions|islands[\\/](read-)?island-page)\.ts$|shared[\\/]text[\\/]translator\.ts$|contract[\\/]pages[\\/]route-names\.ts$/;

/** Scripts that only islands have use for; all of it is React's or waits for React. */
const ISLANDS =
  /client[\\/](lib[\\/](islands[\\/]hydrate-island|page-context|browser-graphql|use-delayed)|components[\\/](ui([\\/](forms|feedback|media))?[\\/][\w-]+|search[\\/]search-box))\.tsx?$|contract[\\/]generated[\\/]operations\.ts$/;

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

export default defineConfig({
  root: 'client',
  resolve: { alias: [{ find: /^#(contract|shared)\/(.*)\.js$/, replacement: `${import.meta.dirname}/src/$1/$2.ts` }] },
  plugins: [react(), vike(), layerOrder, keepStyles],
  build: {
    outDir: '../build/pages',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    cssMinify: true,
    // One style sheet for all pages: it is small, and after the first page it is there.
    cssCodeSplit: false,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                // With it, what every other piece is loaded by.
                { name: 'styles', test: /\.module\.css$|preload-helper/, priority: 3 },
                // Soft navigation and islands both have it, and must not load each other.
                { name: 'shared', test: SHARED, priority: 2 },
                { name: 'libraries', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]/ },
                // What every island needs comes in one piece: a request costs a phone more than a kilobyte.
                { name: 'islands', test: ISLANDS },
              ],
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
