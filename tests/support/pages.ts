import { existsSync, readFileSync } from 'node:fs';
import type { AccessRow } from './access-requests';
import { ACCESS_TABLE } from './access-table';

/** Functions by which routes without a component answer a page. */
const RENDERS_PAGE = /\b(respondWithStyledPage|renderPrintPage)\b/;

function isPage(route: string): boolean {
  const files = ['.tsx', '.ts', '/route.tsx', '/route.ts'].map(
    (end) => `app/routes/${route}${end}`,
  );
  const source = readFileSync(
    files.find((file) => existsSync(file))!,
    'utf8',
  );
  return /^export default\b|\bdefault\b.*\} from/m.test(source) || RENDERS_PAGE.test(source);
}

/** Returns the rows of the access table that open a page for somebody. */
export function listPageRows(): AccessRow[] {
  return ACCESS_TABLE.filter(
    ({ method, owner, route }) => method === 'GET' && owner !== 302 && isPage(route),
  );
}

/** Returns the addresses of pages that an administrator opens and that need no record. */
export function listPlainAddresses(isCovered: (route: string) => boolean): string[] {
  return listPageRows()
    .filter(({ path, route, admin }) => admin === 200 && !path.includes('{') && !isCovered(route))
    .map(({ path }) => path);
}
