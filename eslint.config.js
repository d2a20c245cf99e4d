import js from '@eslint/js';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import ts from 'typescript-eslint';

/** What a room may not import, as patterns (see README, folder map). */
const outOfBounds = (...patterns) => ({
  'no-restricted-imports': [
    'error',
    { patterns: patterns.map(([group, message]) => ({ group, message, allowTypeImports: true })) },
  ],
});
const DATABASE = [
  ['#db/*', 'drizzle-orm', 'drizzle-orm/*', 'better-sqlite3'],
  'Only db/ and models/*.server.ts speak to the database.',
];
const SERVER = [
  ['~/*.server', './*.server', '../*.server', '~/**/*.server'],
  'This runs in the browser too.',
];
const VIEW = [
  ['react', 'react-dom', '@remix-run/*', '~/components/*', '~/routes/*'],
  'Domain functions know no requests, cookies or pages.',
];
const ROUTES = [['~/routes/*', '../routes/*', './routes/*'], 'Nothing imports a route.'];

export default ts.config(
  {
    ignores: ['build', 'node_modules', 'data', 'bench/.data', 'test-results', 'playwright-report'],
  },
  js.configs.recommended,
  ...ts.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/no-explicit-any': 'error',
    },
  },
  {
    ...jsxA11y.flatConfigs.recommended,
    files: ['app/**/*.tsx'],
    rules: { ...jsxA11y.flatConfigs.recommended.rules, 'jsx-a11y/no-autofocus': 'off' },
  },
  {
    files: ['**/*.mjs', 'app/workers/*.js'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        URLSearchParams: 'readonly',
        fetch: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
      },
    },
  },
  {
    files: ['public/*.js'],
    languageOptions: { globals: { document: 'readonly', setTimeout: 'readonly' } },
  },
  {
    files: ['bench/**/*.{js,mjs,jsx}'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'process',
          'console',
          'performance',
          'Buffer',
          'URL',
          'Response',
          'AbortController',
          'atob',
          'globalThis',
          'setTimeout',
          'setInterval',
          'clearInterval',
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    files: ['db/**/*.ts'],
    rules: outOfBounds([['~/*', '../app/*'], 'db/ imports nothing from app/.']),
  },
  {
    files: ['app/models/*.ts'],
    ignores: ['app/models/*.server.ts'],
    rules: outOfBounds(DATABASE, SERVER, VIEW),
  },
  { files: ['app/models/*.server.ts'], rules: outOfBounds(VIEW) },
  { files: ['app/workers/*.ts'], rules: outOfBounds(VIEW) },
  { files: ['app/components/*.{ts,tsx}'], rules: outOfBounds(DATABASE, SERVER, ROUTES) },
  { files: ['app/routes/*.{ts,tsx}'], rules: outOfBounds(DATABASE, ROUTES) },
);
