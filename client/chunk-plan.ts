/**
 * Modules that are bundled into one file, because a request costs a phone more than a kilobyte. The bundler splits the
 * other modules by itself.
 */
interface PlannedChunk {
  name: string;
  /**
   * Patterns of the modules; each matches at least one. Imports of these modules are included, unless an earlier chunk
   * contains them.
   */
  modules: readonly RegExp[];
}

/**
 * The chunks that scripts are bundled into. A module belongs to the first chunk that matches it. `vite.config.ts`
 * builds by this plan, and `test/http/pages/chunk-plan.spec.ts` compares the build with it.
 */
export const CHUNK_PLAN: readonly PlannedChunk[] = [
  // Modules that the first script shares with the scripts that it loads, so that none of them loads another script only
  // for a shared module. The preload helper loads every other chunk; of the CSS modules, only the class names are
  // needed.
  {
    name: 'shared',
    modules: [
      /\.module\.css$/,
      /preload-helper/,
      /client\/lib\/behaviours\.ts$/,
      /client\/lib\/consent\/granted\.ts$/,
      /client\/lib\/islands\/island-page\.ts$/,
      /client\/lib\/soft\/connection-lost\.ts$/,
      /src\/shared\/text\/translator\.ts$/,
      /src\/contract\/pages\/route-names\.ts$/,
    ],
  },
  // Shows errors in all forms; account forms need nothing else.
  {
    name: 'forms',
    modules: [/client\/lib\/forms\/form-error-view\.ts$/, /src\/contract\/accounts\/account-rules\.ts$/],
  },
  // Checks the other forms before they are sent.
  {
    name: 'checks',
    modules: [
      /client\/lib\/forms\/form-checks\.ts$/,
      /client\/lib\/files\/check-file\.ts$/,
      /src\/shared\/text\/plain-text\.ts$/,
    ],
  },
  // Pages for logged-in users query the backend without React. The operations are in the scripts that send them.
  { name: 'graphql', modules: [/client\/lib\/browser-graphql\.ts$/] },
  {
    name: 'libraries',
    modules: [
      /node_modules\/react\//,
      /node_modules\/react-dom\//,
      /node_modules\/scheduler\//,
      // Mutations are bundled with the islands that use them: islands of public pages have none.
      /node_modules\/@tanstack\/(?!.*\/(?:mutationObserver|useMutation)\.js$)/,
    ],
  },
  // Modules that most islands need, and the island that most pages contain.
  {
    name: 'islands',
    modules: [
      /client\/lib\/islands\/hydrate-island\.tsx$/,
      /client\/lib\/page-context\.ts$/,
      /client\/lib\/user\/user-context\.ts$/,
      /client\/components\/search\/search-box\.tsx$/,
      /client\/components\/ui\/buttons\/button\.tsx$/,
    ],
  },
];
