// Statistics for the System page, in memory since the start.

const MAX_TIMES = 200;

const MAX_ERRORS = 20;

const MAX_MESSAGE_CHARACTERS = 500;

interface LoggedError {
  at: Date;
  message: string;
  id?: string;
  times: number;
}

/** Counts and latest durations in ms, by method and route, of which there is a fixed number. */
const routeTimes = new Map<string, { count: number; latest: number[] }>();

const recentErrors: LoggedError[] = [];

const MONITORING_PATHS = ['/healthz', '/readyz', '/metrics'];

export function getRouteName(path: string, route: string | undefined): string {
  if (route === undefined) return MONITORING_PATHS.includes(path) ? path : 'files';
  return path.endsWith('.data') ? `${route}.data` : route;
}

export function countResponse(route: string, ms: number): void {
  const stats = routeTimes.get(route) ?? { count: 0, latest: [] };
  stats.latest[stats.count++ % MAX_TIMES] = ms;
  routeTimes.set(route, stats);
}

export function recordError(text: string, id?: string): void {
  const message = text.slice(0, MAX_MESSAGE_CHARACTERS).replace(/[\ud800-\udbff]$/, '');
  const [last] = recentErrors;
  const isSame = last?.message === message;
  if (isSame) Object.assign(last, { at: new Date(), id, times: last.times + 1 });
  else recentErrors.unshift({ at: new Date(), message, id, times: 1 });
  recentErrors.splice(MAX_ERRORS);
}

/** Returns the slowest routes, with median and maximum in ms of their latest 200 responses. */
export function listSlowestRoutes(
  limit = 10,
): { route: string; count: number; median: number; slowest: number }[] {
  return [...routeTimes]
    .map(([route, { count, latest }]) => {
      const sorted = latest.toSorted((a, b) => a - b);
      return { route, count, median: sorted[sorted.length >> 1]!, slowest: sorted.at(-1)! };
    })
    .sort((a, b) => b.median - a.median)
    .slice(0, limit);
}

export function listLatestErrors(): readonly Readonly<LoggedError>[] {
  return recentErrors;
}
