import type { ServerBuild } from '@remix-run/node';

/** Parts of an address that name a section: `/api/pipelines`, but `/dashboard`. */
const DEPTH = 2;
const PLAIN = /^[\w.-]+$/;

/**
 * What `make` makes of the routes that an address can reach. For each request Remix ranks and
 * compiles the patterns of all routes of its build, three times for a page: of 84 that was a quarter
 * of the time of a short answer. So each section of the addresses has a build of its own; an address
 * that is spelled in another way has the whole one.
 */
export function bySection<T>(
  build: ServerBuild | (() => Promise<ServerBuild>),
  make: (build: ServerBuild | (() => Promise<ServerBuild>)) => T,
): (path: string) => T {
  const whole = make(build);
  if (typeof build === 'function') return () => whole;
  const patterns = Object.values(build.routes).flatMap((route) => route?.path ?? []);
  const names = new Set(patterns.flatMap(sectionsOf));
  const made = new Map([...names].map((name) => [name, make(sectionOf(build, name))]));
  return (path) => {
    const [one = '', two = ''] = path
      .replace(/\.data$/, '')
      .slice(1)
      .split('/', DEPTH);
    return made.get(`${one}/${two}`) ?? made.get(one) ?? whole;
  };
}

/** `api/pipelines/:id` is in `api` and in `api/pipelines`. */
function sectionsOf(pattern: string): string[] {
  const plain = plainParts(pattern).slice(0, DEPTH);
  return plain.map((_, n) => plain.slice(0, n + 1).join('/'));
}

function plainParts(pattern: string): string[] {
  const parts = pattern.split('/');
  const end = parts.findIndex((part) => !PLAIN.test(part));
  return end < 0 ? parts : parts.slice(0, end);
}

function sectionOf(build: ServerBuild, section: string): ServerBuild {
  const reached = <Route extends { id: string; parentId?: string; path?: string }>(
    routes: Record<string, Route | undefined>,
  ) =>
    Object.fromEntries(
      Object.entries(routes).filter(
        ([, route]) => !route?.parentId || reaches(route.path, section),
      ),
    );
  return {
    ...build,
    routes: reached(build.routes) as ServerBuild['routes'],
    assets: { ...build.assets, routes: reached(build.assets.routes) },
  } as ServerBuild;
}

function reaches(pattern: string | undefined, section: string): boolean {
  if (pattern === undefined) return false;
  const parts = section.split('/');
  const plain = plainParts(pattern);
  const isOpen = plain.length < pattern.split('/').length;
  if (plain.length < parts.length && !isOpen) return false;
  return plain.slice(0, parts.length).every((part, n) => part.toLowerCase() === parts[n]);
}
