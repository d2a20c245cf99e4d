import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isReturnPath } from '~/address/return-paths';

const MAX_PROJECT_IMPORTS = 16;
const MAX_MEDIAN_IMPORTS = 8;

/** Returns the files that end a route: `x.tsx`, or `x/route.tsx`. */
function listRouteFiles(extensions: string[]): string[] {
  const names = readdirSync('app/routes').filter(
    (name) => !name.startsWith('api.') && name !== 'mcp.ts',
  );
  const files = names.flatMap((name) => [name, ...extensions.map((end) => `${name}/route.${end}`)]);
  return files
    .filter((file) => extensions.some((end) => file.endsWith(`.${end}`)))
    .map((file) => `app/routes/${file}`)
    .filter((file) => existsSync(file));
}

const read = (file: string) => readFileSync(file, 'utf8');

/** Counts the files and folders of the project that a page imports or exports from. */
function countProjectImports(file: string): number {
  const sources = read(file).matchAll(
    /^(?:import|export)\b[^;]*? from '((?:~|#db|\.{1,2})\/[^']+)'/gms,
  );
  return new Set([...sources].map(([, source]) => source)).size;
}

describe('a page is a folder (STYLE.md, "Structure")', () => {
  const counts = listRouteFiles(['tsx']).map((file) => ({
    file,
    imports: countProjectImports(file),
  }));

  test('no page imports more than 16 files of the project', () => {
    expect(counts.length).toBeGreaterThan(60);
    expect(counts.filter(({ imports }) => imports > MAX_PROJECT_IMPORTS)).toEqual([]);
  });

  test('no API route imports more than 16 files of the project', () => {
    const routes = readdirSync('app/routes').filter((name) => /^api\..*\.ts$/.test(name));
    expect(routes.length).toBeGreaterThan(40);
    const files = routes.map((name) => `app/routes/${name}`);
    expect(files.filter((file) => countProjectImports(file) > MAX_PROJECT_IMPORTS)).toEqual([]);
  });

  test('half of the pages import at most 8 files', () => {
    const sorted = counts.map(({ imports }) => imports).sort((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(MAX_MEDIAN_IMPORTS);
  });

  test('deals opened from a page with rows lead back to it', () => {
    const files = readdirSync('app/routes', { recursive: true, encoding: 'utf8' });
    const withRows = files.filter(
      (file) => /\.tsx?$/.test(file) && read(`app/routes/${file}`).includes('getDealRowId('),
    );
    const paths = withRows.map((file) => `/${file.split(/[/.]/, 1)[0]}`);
    expect(paths).toContain('/review');
    expect(paths.filter((path) => !isReturnPath(path))).toEqual([]);
  });
});

/**
 * `$` answers unknown addresses, `share.$` is read-only and has no user, `pitch.$` streams files of
 * people without a session.
 */
const WITHOUT_FORMS = [
  'app/routes/$.tsx',
  'app/routes/share.$/route.ts',
  'app/routes/pitch.$/route.ts',
];

describe('one place surrounds every action (docs/architecture.md)', () => {
  const routes = listRouteFiles(['ts', 'tsx']).filter((file) => !WITHOUT_FORMS.includes(file));
  const actions = routes.flatMap((file) => {
    const source = read(file);
    if (!/^export (const|function|async function|\{) action\b/m.test(source)) return [];
    const isMoved = source.includes("export { action } from './form.server';");
    return isMoved ? file.replace(/route\.tsx?$/, 'form.server.ts') : file;
  });

  test('every page builds its action by formAction', () => {
    expect(actions.length).toBeGreaterThan(50);
    const builds = /^export const action = (formAction|publicFormAction|create\w+Action)\(/m;
    expect(actions.filter((file) => !builds.test(read(file)))).toEqual([]);
  });
});

/** Uploads, which the browser or a script of their own sends; the logout; a preview in a new tab. */
const WITHOUT_CLIENT_ACTION = [
  'app/routes/import/route.tsx',
  'app/routes/logout.tsx',
  'app/routes/pipeline.$id.emails/route.tsx',
  'app/routes/pipeline.$id.files/route.tsx',
  'app/routes/pipeline.$id.memo_.preview.ts',
];

/** Each says that a form was not sent: beside the form, above the page, or as a toast. */
const NOTICES = ['retry', 'unsent-form', 'button-form'].map((name) => `app/ui/form/${name}.tsx`);

/** Returns the files that a page loads in the browser, without those that every page loads. */
function listClientFiles(file: string, known = new Set<string>()): Set<string> {
  if (known.has(file) || file === 'app/ui/layout/app-layout.tsx') return known;
  known.add(file);
  const sources = read(file).matchAll(/^(?:import|export) (?!type\b)[^;]*? from '([^']+)'/gms);
  for (const [, source = ''] of sources) {
    const path = source.startsWith('~/')
      ? source.replace('~', 'app')
      : join(file, '..', source.startsWith('.') ? source : '');
    const imported = [`${path}.tsx`, `${path}.ts`].find((name) => existsSync(name));
    if (imported && !path.endsWith('.server')) listClientFiles(imported, known);
  }
  return known;
}

const listAppFiles = () =>
  readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `app/${name}`)
    .sort();

describe('a form that cannot be sent (rule 12.20)', () => {
  const pages = listRouteFiles(['ts', 'tsx']).filter(
    (file) =>
      !WITHOUT_FORMS.includes(file) &&
      /^export (const action\b|(async )?function action\b|\{ action \})/m.test(read(file)),
  );
  const isKept = (file: string) => /^export \{[^}]*\bclientAction\b/m.test(read(file));

  test('every route with an action answers a lost connection', () => {
    expect(pages.length).toBeGreaterThan(50);
    expect(pages.filter((file) => !isKept(file))).toEqual(WITHOUT_CLIENT_ACTION);
  });

  test('every page with a form says that it was not sent', () => {
    const shown = pages.filter((file) => file.endsWith('.tsx') && !file.endsWith('/logout.tsx'));
    expect(shown.length).toBeGreaterThan(50);
    const isSilent = (file: string) => {
      const files = listClientFiles(file);
      return NOTICES.every((notice) => !files.has(notice));
    };
    expect(shown.filter(isSilent)).toEqual([]);
  });

  test('no form of such a page takes the failure for an answer', () => {
    const readers = listAppFiles().filter((file) => read(file).includes('useActionData'));
    const sentByBrowser = WITHOUT_CLIENT_ACTION.filter((file) => readers.includes(file));
    expect(readers).toEqual([
      ...sentByBrowser,
      'app/ui/form/client-action.ts',
      'app/ui/form/retry.tsx',
    ]);
  });

  test('no form opens another page to send itself there', () => {
    const leaving = /<Form\b[^<>]*method="post"[^<>]*\baction=("|\{`)/;
    expect(listAppFiles().filter((file) => leaving.test(read(file)))).toEqual([
      'app/ui/layout/logout-button.tsx',
    ]);
  });
});
