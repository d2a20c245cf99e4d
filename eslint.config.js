import js from '@eslint/js';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import ts from 'typescript-eslint';

/** What a folder may not import at run time; README has the same as a table. */
function forbid(files, ...rooms) {
  const patterns = rooms.map(([group, message]) => ({ group, message, allowTypeImports: true }));
  return { files, rules: { 'no-restricted-imports': ['error', { patterns }] } };
}

/** The backslash: `#` would begin a comment in these patterns, which are those of .gitignore. */
const DATABASE = [
  ['\\#db/*', '!\\#db/fold', 'drizzle-orm', 'drizzle-orm/*', 'better-sqlite3'],
  'Only db/, workers/ and models/**/*.server.ts speak to the database.',
];
const SERVER = [
  ['~/*.server', '~/**/*.server', './*.server', '../*.server', '../**/*.server'],
  'This runs in the browser too.',
];
const REACT = [['react', 'react-dom', 'react-dom/*', '~/components/**'], 'No UI here.'];
const REMIX = [['@remix-run/*', '~/web/**'], 'Domain functions take neither requests nor cookies.'];
const APP = [['~/*', '../app/**'], 'db/ imports nothing from app/.'];
const ROUTES = [['~/routes/*', '../routes/*', './routes/*'], 'Nothing imports a route.'];

/** Names that Node has, for scripts that TypeScript does not read. */
const NODE = [
  ...[
    'AbortController',
    'Blob',
    'Buffer',
    'File',
    'FormData',
    'Response',
    'URL',
    'URLSearchParams',
  ],
  ...['atob', 'clearInterval', 'clearTimeout', 'console', 'fetch', 'globalThis', 'performance'],
  ...['process', 'setInterval', 'setTimeout'],
];
const BROWSER = ['document', 'window', 'setTimeout', 'Intl'];
const globals = (names) => ({
  globals: Object.fromEntries(names.map((name) => [name, 'readonly'])),
});

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
  { files: ['**/*.{js,mjs,jsx}'], languageOptions: globals(NODE) },
  { files: ['public/*.js'], languageOptions: globals(BROWSER) },
  forbid(['db/**/*.ts'], APP),
  forbid(['app/models/**/*.ts'], REACT, REMIX, ROUTES),
  {
    ...forbid(['app/models/**/*.ts'], REACT, REMIX, ROUTES, DATABASE, SERVER),
    ignores: ['app/models/**/*.server.ts'],
  },
  forbid(['app/web/**/*.{ts,tsx}'], ROUTES),
  forbid(['app/workers/**/*.ts'], REACT, REMIX, ROUTES),
  forbid(['app/components/**/*.{ts,tsx}'], DATABASE, SERVER, ROUTES),
  forbid(['app/routes/*.{ts,tsx}'], DATABASE, ROUTES),
);
