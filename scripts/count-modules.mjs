// Counts the modules of the project that are loaded for a route: node scripts/count-modules.mjs [FILES]
import './runtime.mjs';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const { default: ts } = await import('typescript');

const ROUTES = [
  'app/routes/login/route.tsx',
  'app/routes/dashboard/route.tsx',
  'app/routes/pipeline.$id.edit/route.tsx',
  'app/routes/api.pipelines_.$id.ts',
];
const ALIASES = { '~/': 'app/', '#db/': 'db/' };
const ENDS = ['', '.ts', '.tsx', '.js', '/index.ts', '/route.tsx'];

for (const route of process.argv.length > 2 ? process.argv.slice(2) : ROUTES) {
  const modules = listModules(route);
  console.log(`${String(modules.size).padStart(4)} ${route}`);
}

/** Follows the imports of values; types are gone when the code runs. */
function listModules(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  for (const statement of source.statements) {
    const specifier = statement.moduleSpecifier?.text;
    const path = specifier && !isOnlyTypes(statement) && resolve(specifier, file);
    if (path) listModules(path, found);
  }
  return found;
}

function isOnlyTypes({ importClause, exportClause, isTypeOnly }) {
  if (isTypeOnly || importClause?.isTypeOnly) return true;
  const names = importClause?.namedBindings?.elements ?? exportClause?.elements;
  return !importClause?.name && names?.length > 0 && names.every((name) => name.isTypeOnly);
}

function resolve(specifier, from) {
  const alias = Object.keys(ALIASES).find((start) => specifier.startsWith(start));
  if (!alias && !specifier.startsWith('.')) return undefined;
  const path = alias
    ? ALIASES[alias] + specifier.slice(alias.length)
    : normalize(join(dirname(from), specifier));
  return ENDS.map((end) => path + end).find((name) => existsSync(name) && statSync(name).isFile());
}
