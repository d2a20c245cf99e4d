import {
  joinedErrors,
  latestErrors,
  type LoggedError,
  type RouteTimes,
  routeTimes,
  slowestRoutes,
} from '~/log.server';
import { type DatabaseCheck, databaseCheck } from '~/models/database-check.server';
import { joinedUses, latestUses, type Use } from './uses.server';

/** What one process of the server knows for the System page. Memory in bytes. */
export interface Figures {
  startedAt: Date;
  memory: number;
  check?: DatabaseCheck;
  routes: RouteTimes[];
  errors: readonly Readonly<LoggedError>[];
  uses: Use[];
}

export function ownFigures(): Figures {
  return {
    startedAt: new Date(Date.now() - process.uptime() * 1000),
    memory: process.memoryUsage.rss(),
    check: databaseCheck(),
    routes: routeTimes(),
    errors: latestErrors(),
    uses: latestUses(),
  };
}

/** Of all processes; the first of them is the oldest. */
export function joinedFigures(all: Figures[]) {
  return {
    processes: all.length,
    startedAt: all[0]!.startedAt,
    memory: all.reduce((sum, { memory }) => sum + memory, 0),
    check: all.find(({ check }) => check)?.check,
    routes: slowestRoutes(all.flatMap(({ routes }) => routes)),
    errors: joinedErrors(all.flatMap(({ errors }) => errors)),
    nearLimit: joinedUses(all.flatMap(({ uses }) => uses)),
  };
}
