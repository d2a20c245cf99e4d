import js from '@eslint/js';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import importSort from 'eslint-plugin-simple-import-sort';
import ts from 'typescript-eslint';

/**
 * Forbids imports to some files. `rules` are `[pattern, message, allowTypeImports]`, or ESLint's
 * own objects.
 */
function forbid(files, ...rules) {
  const patterns = rules.map((rule) => {
    if (!Array.isArray(rule)) return rule;
    const [group, message, allowTypeImports = true] = rule;
    return { group, message, allowTypeImports };
  });
  return { files, rules: { 'no-restricted-imports': ['error', { patterns }] } };
}

const above = (...layers) => [
  layers.flatMap((layer) => [`~/${layer}/**`, `../**/${layer}/**`]),
  'This folder is further up, or beside this one.',
  false,
];

/** The backslash: `#` would begin a comment in these patterns, which are those of .gitignore. */
const DATABASE = [
  [
    '\\#db/*',
    '!\\#db/chunks',
    '!\\#db/fold',
    '!\\#db/money',
    'drizzle-orm',
    'drizzle-orm/*',
    'better-sqlite3',
  ],
  'Only db/, jobs/, threads/ and the *.server.ts files of domain/ speak to the database.',
];
const SERVER = [
  ['~/*.server', '~/**/*.server', './*.server', '../*.server', '../**/*.server'],
  'This runs in the browser too.',
];
const REACT = [['react', 'react-dom', 'react-dom/*'], 'No UI here.'];
const REMIX = [['@remix-run/*'], 'Domain functions take neither requests nor cookies.'];
const APP = [['~/*', '../app/**'], 'db/ imports nothing from app/.', false];
const JOBS = [
  ['~/jobs/*', '!~/jobs/threads', '~/jobs/spreadsheets/**'],
  'Domain functions use the threads of jobs/ and nothing else of it.',
];
const ROUTES = [
  ['~/routes/*', '~/routes/**', '../*', '../**/routes/**'],
  'Nothing imports a route, and a route nothing of another route.',
  false,
];

/** Sessions know no forms, and the reading of requests knows neither, so that no two folders of http/ import each other. */
const HTTP_FOLDERS = (...folders) => [
  folders.flatMap((folder) => [`~/http/${folder}/**`, `../${folder}/**`]),
  'request/ and responses/ are below session/, which is below forms/ and api/.',
  false,
];
const FORM_ACTION = [
  {
    group: ['~/http/forms/saved-submission.server'],
    importNames: ['requireUserOrSaveSubmission', 'deleteResentSubmission'],
  },
  { group: ['~/http/request/form.server'], importNames: ['readForm'] },
  { group: ['~/result.server'], importNames: ['catchDomainError'] },
].map((names) => ({
  ...names,
  message: 'formAction does this for every page (http/forms/form-action.server.ts).',
}));

const READ_ABOVE = {
  FormData: 'Domain functions take plain values, not forms.',
  URLSearchParams: 'app/address/ reads and writes addresses.',
};

/** Files that root creates anywhere else could not be read by the server. */
const CREATES_FILES = [
  'ImportDeclaration[source.value=/^node:fs/] ImportSpecifier[imported.name=/^(mkdir|mkdtemp|writeFile|appendFile|copyFile|cp|symlink|createWriteStream)(Sync)?$/]',
  'CallExpression[callee.name="openSync"][arguments.1.value!="r"]',
].map((selector) => ({ selector, message: 'Only db/create-files.ts creates files and folders.' }));

const LOSES_NAMELESS = {
  selector:
    "Property > ObjectExpression > Property:first-child[key.name=/^(first|last)Name$/][value.object.name='users']",
  message: 'drizzle makes null of a joined row whose first column is null: personColumns.',
};

const COINED_CONSTANT = {
  selector:
    'VariableDeclarator > Identifier.id[name=/^(MOST|LONGEST|LARGEST|PATIENCE|FEWEST)(_|$)|_(MOST|LONGEST)$/]',
  message: 'MAX_, MIN_ or DEFAULT_ with a unit (STYLE.md, "Language").',
};

const LONG_TITLE = {
  selector:
    'CallExpression[callee.name=/^(test|it)$/] > Literal.arguments:first-child[value=/.{61}/]',
  message: 'A test title has at most 60 characters (STYLE.md, "Tests").',
};

const SPREAD_LITERAL = {
  selector:
    ':matches(ObjectExpression, ArrayExpression) > SpreadElement > :matches(ObjectExpression, ArrayExpression), JSXSpreadAttribute > ObjectExpression > Property[shorthand=true]',
  message: 'Write its parts without the spread; [[…], […]].flat() groups a long list.',
};

const DESTRUCTURED_LITERAL = {
  selector: 'VariableDeclarator[id.type="ArrayPattern"][init.type="ArrayExpression"]',
  message: 'Write a statement for each of them.',
};

const EVERYWHERE = [COINED_CONSTANT, SPREAD_LITERAL, DESTRUCTURED_LITERAL];

/** STYLE.md, "Language": a comment starts with a verb or a noun. */
const FRAGMENT = /^[\s*]*(What|Whose|Whom|Which|Who|Of|Those|That|The same|Where|Whether|How)\b/;
const EMPTY_WORDS = new Set(
  'a all an and are as at be by for from get has if in into is it its of on or return returns that the their this to with'.split(
    ' ',
  ),
);

/** Splits names at capitals; endings are dropped, so that 'Returns users' equals `returnUser`. */
const listStems = (text) =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z\d]+/g)
    ?.filter((word) => !EMPTY_WORDS.has(word))
    .map((word) => word.replace(/(ies|es|s|ed|ing|e|y)$/, '')) ?? [];

const comments = {
  rules: {
    opening: {
      create: (context) => ({
        Program() {
          for (const comment of context.sourceCode.getAllComments())
            if (FRAGMENT.test(comment.value))
              context.report({ loc: comment.loc, message: 'Start with a verb or a noun.' });
        },
      }),
    },
    'repeats-name': {
      create: (context) => ({
        Program() {
          const { sourceCode } = context;
          for (const comment of sourceCode.getAllComments()) {
            if (!comment.value.startsWith('*') || comment.value.includes('@')) continue;
            const next = sourceCode.getTokenAfter(comment);
            const known = new Set(next ? listStems(sourceCode.lines[next.loc.start.line - 1]) : []);
            if (listStems(comment.value).every((stem) => known.has(stem)))
              context.report({
                loc: comment.loc,
                message: 'Drop it: the line below says as much.',
              });
          }
        },
      }),
    },
  },
};

/** Names that Node has, for scripts that TypeScript does not read. */
const NODE = [
  'AbortController',
  'Blob',
  'Buffer',
  'File',
  'FormData',
  'Response',
  'URL',
  'URLSearchParams',
  'atob',
  'clearInterval',
  'clearTimeout',
  'console',
  'fetch',
  'globalThis',
  'performance',
  'process',
  'setInterval',
  'setTimeout',
];
const BROWSER = ['document', 'window', 'setTimeout', 'Intl'];
const globals = (names) => ({
  globals: Object.fromEntries(names.map((name) => [name, 'readonly'])),
});

/** 82 ms for 10,000 combining marks, and four times as long for twice as many. */
const NORMALIZES = {
  selector: "CallExpression[callee.property.name='normalize']",
  message: 'String.normalize is quadratic in runs of combining marks: normalizeText of db/fold.ts.',
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
    plugins: { comments, 'import-sort': importSort },
    rules: {
      'comments/opening': 'error',
      'comments/repeats-name': 'error',
      'import-sort/imports': [
        'error',
        { groups: [['^\\u0000', '^node:', '^@?\\w', '^#', '^~', '^\\.']] },
      ],
      'max-params': ['error', { max: 4 }],
      'no-duplicate-imports': ['error', { allowSeparateTypeImports: true }],
      'no-restricted-syntax': ['error', ...EVERYWHERE, LONG_TITLE],
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      '@typescript-eslint/no-import-type-side-effects': 'error',
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
    ignores: ['db/create-files.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...CREATES_FILES,
        LOSES_NAMELESS,
        ...EVERYWHERE,
        NORMALIZES,
        LOOKS_UP,
      ],
    },
  },
  {
    files: ['app/**/*.tsx'],
    rules: { 'no-restricted-syntax': ['error', ...EVERYWHERE, NORMALIZES, LOOKS_UP] },
  },
  {
    files: ['db/fold.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...CREATES_FILES, LOSES_NAMELESS, ...EVERYWHERE, LOOKS_UP],
    },
  },
  forbid(['db/**/*.ts'], APP),
  forbid(
    [
      'app/{errors,zod}.ts',
      'app/{env,log,log-statistics,proxy-check,result,settings,settings-check,unknown-settings}.server.ts',
      'app/jobs/threads/**',
    ],
    REACT,
    REMIX,
    above('domain', 'http', 'ui', 'routes'),
  ),
  forbid(
    ['app/domain/**/*.ts'],
    REACT,
    REMIX,
    JOBS,
    above('address', 'format', 'http', 'ui', 'routes'),
  ),
  {
    files: ['app/domain/**/*.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...Object.entries(READ_ABOVE).map(([name, message]) => ({ name, message })),
      ],
      '@typescript-eslint/no-restricted-types': ['error', { types: READ_ABOVE }],
    },
  },
  forbid(
    ['app/{address,format}/**/*.ts'],
    REACT,
    REMIX,
    DATABASE,
    SERVER,
    above('http', 'jobs', 'ui', 'routes'),
  ),
  {
    ...forbid(
      ['app/domain/**/*.ts'],
      REACT,
      REMIX,
      JOBS,
      above('address', 'format', 'http', 'ui', 'routes'),
      DATABASE,
      SERVER,
    ),
    ignores: ['app/domain/**/*.server.ts'],
  },
  {
    ...forbid(['app/jobs/**/*.ts'], REACT, REMIX, above('http', 'ui', 'routes')),
    ignores: ['app/jobs/threads/**'],
  },
  forbid(['app/http/**/*.ts'], REACT, above('ui', 'routes')),
  forbid(
    ['app/http/session/**/*.ts'],
    REACT,
    above('ui', 'routes'),
    HTTP_FOLDERS('forms', 'api', 'server'),
  ),
  forbid(
    ['app/http/{request,responses}/**/*.ts'],
    REACT,
    above('ui', 'routes'),
    HTTP_FOLDERS('session', 'forms', 'api', 'server'),
  ),
  forbid(['app/ui/**/*.server.ts'], DATABASE, REACT, REMIX, above('http', 'routes')),
  {
    ...forbid(['app/ui/**/*.{ts,tsx}'], DATABASE, SERVER, above('http', 'jobs', 'routes')),
    ignores: ['app/ui/**/*.server.ts'],
  },
  forbid(['app/routes/**/*.{ts,tsx}'], DATABASE, ROUTES),
  forbid(['app/routes/*.{ts,tsx}', 'app/routes/*/route.tsx'], DATABASE, ROUTES, ...FORM_ACTION),
);
