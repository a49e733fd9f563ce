/** Modules that browsers get in one file, because a request costs a phone more than a kilobyte. The bundler cuts up the rest by itself. */
interface PlannedChunk {
  name: string;
  /** Of the modules; each matches at least one. What a module imports comes with it, unless an earlier chunk has it. */
  modules: readonly RegExp[];
}

/**
 * The files that scripts are put together in, the first that matches having a module. `vite.config.ts` builds by this plan, and
 * `test/http/pages/chunk-plan.spec.ts` compares the build with it.
 */
export const CHUNK_PLAN: readonly PlannedChunk[] = [
  // What the first script has in common with those that it loads, so that none of them loads another for its sake. The preload helper is
  // what every other piece is loaded by; of styles, only the names of classes are needed.
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
  // What all forms show their errors with; forms of accounts need no more of it.
  {
    name: 'forms',
    modules: [
      /client\/lib\/forms\/form-error-view\.ts$/,
      /src\/contract\/accounts\/account-rules\.ts$/,
      /src\/contract\/applications\/sent-form\.ts$/,
    ],
  },
  // What the other forms are checked with before they are sent.
  {
    name: 'checks',
    modules: [
      /client\/lib\/forms\/form-checks\.ts$/,
      /client\/lib\/files\/(?:check-file|clear-field-error)\.ts$/,
      /src\/shared\/text\/plain-text\.ts$/,
    ],
  },
  // Pages of somebody who is logged in ask the backend without React.
  { name: 'graphql', modules: [/client\/lib\/browser-graphql\.ts$/, /src\/contract\/generated\/operations\.ts$/] },
  {
    name: 'libraries',
    modules: [
      /node_modules\/react\//,
      /node_modules\/react-dom\//,
      /node_modules\/scheduler\//,
      // Mutations come with the islands that have some: those of public pages have none.
      /node_modules\/@tanstack\/(?!.*\/(?:mutationObserver|useMutation)\.js$)/,
    ],
  },
  // What most islands need, and the island that most pages have.
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
