import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** How the code is to be written, so that it reads like any other. */
const PLAIN_CODE = [
  {
    selector: 'ObjectExpression > SpreadElement > ObjectExpression.argument',
    message: 'Write the properties out instead of spreading an object literal.',
  },
  {
    selector:
      'VariableDeclarator > Identifier.id[name=/^(MOST|LONGEST|SHORTEST|LARGEST|DEEPEST|FEWEST|SMALLEST|KEPT)(_|$)/]',
    message: 'Limits are called MAX_… or MIN_….',
  },
];

/** Words that said too many things, and what to write instead. Names of the GraphQL contract and of tables are not concerned. */
const FORBIDDEN_WORDS = {
  'kept|keep|Kept\\w*': 'cached, saved, stored, pending, sanitized or retained',
  'told|tell|Told\\w*': 'notified, sent, reported',
  'wrong|isWrong|wrongs': 'invalid, errors or violations',
  'isRight|isRightNow': 'isValid',
  'faults?|Fault\\w*': 'errors or violations',
  'wish|wishes|\\w*Wish(es)?': 'options, preferences or a specification',
  'patience|\\w*Patience': 'timeout or limit',
  'lexicon|\\w*Lexicon': 'dictionary',
  'bury|hurry|giveUp': 'markDeleted, syncNow, stopTrying',
  'neighbours|\\w*Neighbours?': 'similar words',
};

const DECLARATIONS =
  ':matches(VariableDeclarator, FunctionDeclaration, ClassDeclaration, TSInterfaceDeclaration, TSTypeAliasDeclaration)';

const PLAIN_NAMES = Object.entries(FORBIDDEN_WORDS).map(([words, instead]) => ({
  selector: `${DECLARATIONS} > Identifier.id[name=/^(${words})$/]`,
  message: `Use a standard term: ${instead}.`,
}));

// The rules that need types, and those for accessible elements, are in .oxlintrc.json: oxlint checks them many times faster.
export default tseslint.config(
  {
    ignores: [
      'build/**',
      'node_modules/**',
      'src/contract/generated/**',
      'test/architecture/known-bad/**',
      'test-results/**',
      'bench-results/**',
      'data/**',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strict],
    rules: {
      // A non-null assertion after a check the compiler cannot follow is clearer than a branch that never runs.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    },
  },
  {
    // Nest reads constructor types at run time, so these imports must stay values.
    files: ['src/**/*.{controller,module,factory,resolver,service,filter}.ts'],
    rules: { '@typescript-eslint/consistent-type-imports': 'off' },
  },
  {
    files: ['client/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: { ...reactHooks.configs.recommended.rules },
  },
  {
    // Google's scripts ask for the arguments object itself.
    files: ['client/features/consent/consent-mode.ts'],
    rules: { 'prefer-rest-params': 'off' },
  },
  {
    files: ['**/*.{mjs,ts,tsx}'],
    rules: {
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'no-restricted-syntax': ['error', ...PLAIN_CODE],
    },
  },
  {
    files: ['src/**/*.ts', 'demo/**/*.ts', 'client/**/*.{ts,tsx}', 'config/**/*.ts'],
    ignores: ['**/*.spec.ts', 'src/backend/platform/database/{migrations/**,schema.ts}'],
    rules: { 'no-restricted-syntax': ['error', ...PLAIN_CODE, ...PLAIN_NAMES] },
  },
  {
    files: ['src/**/*.ts', 'demo/**/*.ts', 'client/**/*.{ts,tsx}', 'config/**/*.ts'],
    // Commands of the image have no other way to a passphrase.
    ignores: [
      'src/settings.ts',
      'src/backend/cli/{backup,content,files,migrate,restore,upgrade-database}.ts',
      '**/*.spec.ts',
    ],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only src/settings.ts reads the environment.' },
      ],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/common/send-redirect.ts', '**/*.spec.ts', 'src/backend/platform/database/{migrations/**,schema.ts}'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...PLAIN_CODE,
        ...PLAIN_NAMES,
        ...[
          'CallExpression[callee.property.name="redirect"][arguments.length>1]',
          'CallExpression[callee.property.name="redirect"][callee.object.name="reply"]',
          'CallExpression[callee.property.name="header"] > Literal.arguments[value=/^location$/i]',
          'CallExpression[callee.property.name=/^(headers|writeHead)$/] Property[key.name=/^location$/i]',
        ].map((selector) => ({
          selector,
          message: 'Redirects are sent by sendRedirect, which keeps them on this site.',
        })),
      ],
    },
  },
  {
    files: ['scripts/**/*.mjs', 'test/**/*.mjs', '*.mjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        fetch: 'readonly',
        Buffer: 'readonly',
        performance: 'readonly',
        window: 'readonly',
        document: 'readonly',
        PerformanceObserver: 'readonly',
        AbortSignal: 'readonly',
        TextDecoder: 'readonly',
        URLSearchParams: 'readonly',
      },
    },
  },
  {
    files: ['test/**/*.spec.mjs'],
    languageOptions: { globals: { describe: 'readonly', it: 'readonly', expect: 'readonly' } },
  },
);
