// Which files may import which others: see docs/architecture.md. Checked by `npm run validate` and by test/architecture.
const inside = (folder) => `^${folder}/`;
const SPECS = '\\.spec\\.ts$';

/** What other parts may import of a module: its index, or the file of a module that has only one. */
const MODULE_FACES = [
  '^src/modules/[^/]+/index\\.ts$',
  '^src/modules/(consent|job-views|resume-editing|search-counts|translations)/[^/]+\\.module\\.ts$',
];

/**
 * The areas of the backend and their folders, lowest first. An area imports itself and those above it in this list; within an area, a
 * folder imports only folders of earlier lines.
 */
const BACKEND_AREAS = {
  platform: [
    ['background-jobs', 'embedded-postgres', 'http', 'object-storage', 'texts'],
    ['database'],
    ['retention'],
    ['backup', 'change-feed', 'files', 'graphql', 'pdf', 'search-index'],
    ['captcha', 'mail', 'uploads'],
  ],
  reference: [['pay', 'taxonomy', 'text'], ['places']],
  domain: [
    ['audit', 'bookmarks', 'content', 'forms', 'ledger', 'payments', 'tax'],
    ['consents'],
    ['accounts'],
    ['contact', 'organizations', 'staff-access'],
    ['entitlements', 'invoices', 'jobs', 'products', 'resumes'],
    ['applications', 'contact-requests', 'orders'],
    ['job-closing', 'job-reports', 'retention', 'search-counts'],
    ['account-deletion', 'job-editing'],
    ['administration', 'job-review'],
  ],
  search: [
    ['port'],
    ['codes'],
    ['adverts', 'analysis'],
    ['meaning', 'suggest', 'thesaurus'],
    ['query'],
    ['api', 'documents', 'facets', 'recommendations', 'understanding'],
    ['engines', 'indexing', 'jobs'],
    ['directories'],
    ['organizations', 'resumes'],
    ['saved-searches'],
    ['alerts'],
  ],
  exchange: [['content-files', 'documents', 'import', 'routing'], ['job-feed-import', 'sitemaps'], ['job-feed-export']],
};

const AREA_NAMES = Object.keys(BACKEND_AREAS);

function backendRules() {
  const areas = AREA_NAMES.slice(0, -1).map((area, level) => ({
    name: 'backend-areas-depend-downwards',
    severity: 'error',
    from: { path: inside(`src/backend/${area}`), pathNot: SPECS },
    to: { path: inside(`src/backend/(${[...AREA_NAMES.slice(level + 1), 'cli'].join('|')})`) },
  }));
  const folders = AREA_NAMES.flatMap((area) =>
    BACKEND_AREAS[area].map((names, level) => ({
      name: 'backend-folders-depend-downwards',
      severity: 'error',
      from: { path: `^src/backend/${area}/(${names.join('|')})/`, pathNot: SPECS },
      to: {
        path: `^src/backend/${area}/(${BACKEND_AREAS[area].slice(level).flat().join('|')})/`,
        pathNot: `^src/backend/${area}/$1/`,
      },
    })),
  );
  const listed = AREA_NAMES.map((area) => `${area}/(${BACKEND_AREAS[area].flat().join('|')})`);
  return [
    ...areas,
    ...folders,
    {
      name: 'backend-folders-are-listed',
      severity: 'error',
      from: { path: '^src/backend/[^/]+/[^/]+/', pathNot: `^src/backend/(${listed.join('|')})/` },
      to: {},
    },
  ];
}

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'contract-imports-only-shared',
      severity: 'error',
      from: { path: inside('src/contract') },
      to: { path: '^(src|client|config|test)/', pathNot: inside('src/(contract|shared)') },
    },
    {
      name: 'shared-imports-nothing',
      severity: 'error',
      from: { path: inside('src/shared') },
      to: { path: '^(src|client|config|demo|test)/', pathNot: inside('src/shared') },
    },
    {
      name: 'common-imports-contract-and-settings',
      severity: 'error',
      from: { path: inside('src/common') },
      to: { path: '^(src|client|config|test)/', pathNot: '^src/(common|contract|shared)/|^src/settings\\.ts$' },
    },
    {
      name: 'modules-meet-at-their-faces',
      severity: 'error',
      from: { path: '^src/modules/([^/]+)/' },
      to: { path: '^src/modules/([^/]+)/', pathNot: ['^src/modules/$1/', ...MODULE_FACES] },
    },
    {
      name: 'modules-import-only-the-shared-rooms',
      severity: 'error',
      from: { path: inside('src/modules'), pathNot: '\\.spec\\.ts$' },
      to: {
        path: '^(src|client|config|test)/',
        pathNot: '^src/(modules|common|contract|shared)/|^src/settings\\.ts$|^config/sites/',
      },
    },
    {
      name: 'only-sites-reads-site-folders',
      severity: 'error',
      from: { path: '^(src|client)/', pathNot: '^src/modules/sites/' },
      to: { path: inside('config/sites') },
    },
    {
      name: 'sites-stands-alone',
      severity: 'error',
      from: { path: inside('src/modules/sites') },
      to: { path: '^src/modules/', pathNot: inside('src/modules/sites') },
    },
    {
      name: 'routing-knows-sites-and-graphql',
      severity: 'error',
      from: { path: inside('src/modules/routing') },
      to: { path: '^src/modules/', pathNot: '^src/modules/(routing|sites|graphql-client)/' },
    },
    {
      name: 'graphql-client-knows-sites-texts-and-limits',
      severity: 'error',
      from: { path: inside('src/modules/graphql-client') },
      to: { path: '^src/modules/', pathNot: '^src/modules/(graphql-client|rate-limits|sites|translations)/' },
    },
    {
      name: 'rate-limits-stand-alone',
      severity: 'error',
      from: { path: inside('src/modules/rate-limits') },
      to: { path: '^src/modules/', pathNot: inside('src/modules/rate-limits') },
    },
    {
      name: 'ssr-uses-module-faces',
      severity: 'error',
      from: { path: inside('src/ssr') },
      to: {
        path: '^(src|client|config|test)/',
        pathNot: ['^src/(ssr|common|contract|shared)/|^src/settings\\.ts$', ...MODULE_FACES],
      },
    },
    {
      name: 'server-never-imports-pages',
      severity: 'error',
      from: { path: inside('src') },
      to: { path: inside('client') },
    },
    {
      name: 'client-imports-itself-contract-and-shared',
      severity: 'error',
      from: { path: inside('client'), pathNot: '\\.spec\\.tsx?$' },
      to: { path: '^(src|config|test)/', pathNot: inside('src/(contract|shared)') },
    },
    {
      name: 'browsers-load-no-rules-of-time-zones',
      severity: 'error',
      from: { path: inside('client') },
      to: { path: '^src/shared/time-zones/zoned-days\\.ts$|^node_modules/temporal-polyfill/' },
    },
    {
      // A page brings the few texts that its scripts say.
      name: 'browsers-load-no-catalogues',
      severity: 'error',
      from: { path: inside('client'), pathNot: SPECS },
      to: { path: '^src/shared/translations/|^catalogues/' },
    },
    {
      name: 'features-do-not-meet',
      severity: 'error',
      from: { path: '^client/features/([^/]+)/' },
      to: { path: '^client/features/([^/]+)/', pathNot: '^client/features/$1/' },
    },
    {
      name: 'features-do-not-know-pages',
      severity: 'error',
      from: { path: '^client/(features|components|lib)/' },
      to: { path: '^client/pages/' },
    },
    {
      name: 'components-know-no-domain',
      severity: 'error',
      from: { path: '^client/(components|lib)/' },
      to: { path: '^client/features/' },
    },
    {
      name: 'backend-is-sealed',
      severity: 'error',
      from: { path: inside('src/backend'), pathNot: [SPECS, '^src/backend/server\\.ts$'] },
      to: { path: '^(src|client|config|test)/', pathNot: '^src/(backend|contract|shared)/' },
    },
    {
      // It is a process of its own, which is measured and traced as others are.
      name: 'standalone-backend-shares-telemetry-alone',
      severity: 'error',
      from: { path: '^src/backend/server\\.ts$' },
      to: {
        path: '^(src|client|config|test)/',
        pathNot: '^src/(backend|contract|shared)/|^src/(settings|open-telemetry)\\.ts$',
      },
    },
    {
      name: 'telemetry-loads-no-other-module',
      severity: 'error',
      from: { path: '^src/modules/(metrics|tracing)/', pathNot: SPECS },
      to: {
        path: inside('src/modules'),
        pathNot: '^src/modules/(metrics|tracing)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    ...backendRules(),
    {
      // What a migration does must not change with the program.
      name: 'migrations-import-no-product-code',
      severity: 'error',
      from: { path: inside('src/backend/platform/database/migrations'), pathNot: SPECS },
      to: { path: '^(src|client|config|demo|test)/', pathNot: inside('src/backend/platform/database/migrations') },
    },
    {
      // Its texts are larger than the rest of the backend, and most sites run without them.
      name: 'demo-is-loaded-when-wanted',
      severity: 'error',
      from: { path: '^(src|client|config)/', pathNot: SPECS },
      to: { path: inside('demo'), dynamic: false },
    },
    {
      // It costs half a second and some 50 MB, and most processes never draw an invoice.
      name: 'pdf-library-is-loaded-when-wanted',
      severity: 'error',
      from: { path: '^(src|client|config)/', pathNot: SPECS },
      to: { path: '(?:^|/)(?:pdfkit|fontkit)(?:/|$)', dynamic: false, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'demo-imports-backend-and-contract',
      severity: 'error',
      from: { path: inside('demo'), pathNot: SPECS },
      to: { path: '^(src|client|config|test)/', pathNot: '^src/(backend|contract|shared)/' },
    },
    {
      name: 'only-the-root-opens-the-backend',
      severity: 'error',
      from: { path: '^(src|client)/', pathNot: '^src/(app\\.module\\.ts$|backend/|doctor/)' },
      to: { path: inside('src/backend') },
    },
    {
      name: 'nothing-imports-tests',
      severity: 'error',
      from: { path: '^(src|client|config)/', pathNot: '\\.spec\\.tsx?$' },
      to: { path: inside('test') },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '\\.d\\.ts$',
          '(^|/)\\+[^/]+$',
          '\\.spec\\.ts$',
          '^src/main\\.ts$',
          // Vite's configuration and a test use it.
          '^client/chunk-plan\\.ts$',
          '^config/sites/[^/]+/site\\.ts$',
          '^test/',
        ],
      },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.module\\.css$|^build/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      conditionNames: ['types', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.css', '.json'],
    },
  },
};
