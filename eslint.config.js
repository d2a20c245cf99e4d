import js from '@eslint/js';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import ts from 'typescript-eslint';

/** What a room may not import; README has the same as a table. A room above it not even for a type. */
function forbid(files, ...rules) {
  const patterns = rules.map(([group, message, allowTypeImports = true]) => ({
    group,
    message,
    allowTypeImports,
  }));
  return { files, rules: { 'no-restricted-imports': ['error', { patterns }] } };
}

const ROOMS = ['models', 'screens', 'web', 'workers', 'components', 'routes'];
const above = (...rooms) => [
  rooms.flatMap((room) => [`~/${room}/**`, `../**/${room}/**`]),
  'This room is further up, or beside this one.',
  false,
];

/** The backslash: `#` would begin a comment in these patterns, which are those of .gitignore. */
const DATABASE = [
  ['\\#db/*', '!\\#db/fold', '!\\#db/money', 'drizzle-orm', 'drizzle-orm/*', 'better-sqlite3'],
  'Only db/, threads/, workers/ and *.server.ts of models/ and screens/ speak to the database.',
];
const SERVER = [
  ['~/*.server', '~/**/*.server', './*.server', '../*.server', '../**/*.server'],
  'This runs in the browser too.',
];
const REACT = [['react', 'react-dom', 'react-dom/*'], 'No UI here.'];
const REMIX = [['@remix-run/*'], 'Domain functions take neither requests nor cookies.'];
const APP = [['~/*', '../app/**'], 'db/ imports nothing from app/.', false];
const ROUTES = [['~/routes/*', '../routes/*', './*'], 'Nothing imports a route.', false];

/** Files that root creates anywhere else could not be read by the server. */
const CREATES_FILES = [
  'ImportDeclaration[source.value=/^node:fs/] ImportSpecifier[imported.name=/^(mkdir|mkdtemp|writeFile|appendFile|copyFile|cp|symlink|createWriteStream)(Sync)?$/]',
  'CallExpression[callee.name="openSync"][arguments.1.value!="r"]',
].map((selector) => ({ selector, message: 'Only db/owner.ts creates files and folders.' }));

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

const LOSES_NAMELESS = {
  selector:
    "Property > ObjectExpression > Property:first-child[key.name=/^(first|last)Name$/][value.object.name='users']",
  message: 'drizzle makes null of a joined row whose first column is null: personColumns.',
};

/** 82 ms for 10,000 combining marks, and four times as long for twice as many. */
const NORMALIZES = {
  selector: "CallExpression[callee.property.name='normalize']",
  message: 'String.normalize is quadratic in runs of combining marks: normalized of db/fold.ts.',
};
/** `'constructor' in {}` is true. */
const LOOKS_UP = {
  selector: "BinaryExpression[operator='in'][left.type!='Literal']",
  message: 'This finds what every object inherits, too: Object.hasOwn.',
};

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
  {
    files: ['app/**/*.ts', 'db/**/*.ts', 'server.ts'],
    ignores: ['db/owner.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...CREATES_FILES, LOSES_NAMELESS, NORMALIZES, LOOKS_UP],
    },
  },
  {
    files: ['app/**/*.tsx'],
    rules: { 'no-restricted-syntax': ['error', NORMALIZES, LOOKS_UP] },
  },
  {
    files: ['db/fold.ts'],
    rules: { 'no-restricted-syntax': ['error', ...CREATES_FILES, LOSES_NAMELESS, LOOKS_UP] },
  },
  forbid(['db/**/*.ts'], APP),
  forbid(
    [
      'app/{refusal,zod}.ts',
      'app/{attempt,disk,env,log,proxy-check,settings,settings-check}.server.ts',
      'app/threads/**',
    ],
    REACT,
    REMIX,
    above(...ROOMS),
  ),
  forbid(['app/models/**/*.ts'], REACT, REMIX, above(...ROOMS.slice(1))),
  {
    ...forbid(['app/models/**/*.ts'], REACT, REMIX, above(...ROOMS.slice(1)), DATABASE, SERVER),
    ignores: ['app/models/**/*.server.ts'],
  },
  forbid(['app/screens/**/*.ts'], REACT, REMIX, above('web', 'workers', 'components', 'routes')),
  forbid(['app/workers/**/*.ts'], REACT, REMIX, above('screens', 'web', 'components', 'routes')),
  forbid(['app/web/**/*.ts'], REACT, above('screens', 'components', 'routes')),
  forbid(['app/components/**/*.{ts,tsx}'], DATABASE, SERVER, above('web', 'workers', 'routes')),
  forbid(['app/routes/*.{ts,tsx}'], DATABASE, ROUTES),
);
