import { readFileSync, rmSync } from 'node:fs';
import { getDatabasePath } from '#db/client';
import { writeNewFile } from '#db/create-files';
import { logWarning } from '~/log.server';
import type { Settings } from '~/settings.server';

/**
 * Records what requests reveal about APP_URL and TRUST_PROXY, for the System page and, in a file
 * beside the database, for `npm run doctor`.
 */

export interface SeenRequests {
  forwardedAt?: string;
  /** Origin of a page whose form was refused because APP_URL is another one. */
  refusedOrigin?: string;
  refusedAt?: string;
}

export const FORWARDED_ADVICE =
  'Requests carry X-Forwarded-For, but TRUST_PROXY is 0: all people behind the proxy count as one address. Set TRUST_PROXY to the number of proxies, such as 1';

let current: SeenRequests = {};

export const getSeenRequests = (): Readonly<SeenRequests> => current;

export function recordForwarded(settings: Settings): void {
  if (settings.TRUST_PROXY || current.forwardedAt) return;
  current = { ...current, forwardedAt: new Date().toISOString() };
  logWarning(FORWARDED_ADVICE);
  scheduleStore(settings);
}

export function recordRefusedOrigin(settings: Settings, origin: string): void {
  if (current.refusedOrigin === origin) return;
  current = { ...current, refusedOrigin: origin, refusedAt: new Date().toISOString() };
  scheduleStore(settings);
}

const getRequestsFile = ({ DATABASE_URL }: Settings) => `${getDatabasePath(DATABASE_URL)}.requests`;

const STORE_DELAY_MS = 60_000;
let lastStored = 0;
let storeTimer: NodeJS.Timeout | undefined;

/** Writes at most once a minute, however many requests come. */
function scheduleStore(settings: Settings): void {
  storeTimer ??= setTimeout(
    () => {
      storeTimer = undefined;
      lastStored = Date.now();
      writeSeenRequests(settings);
    },
    Math.max(0, lastStored + STORE_DELAY_MS - Date.now()),
  ).unref();
}

/** A full disk only costs the doctor's line. */
function writeSeenRequests(settings: Settings): void {
  const file = getRequestsFile(settings);
  try {
    rmSync(file, { force: true });
    writeNewFile(file, JSON.stringify(current));
  } catch (error) {
    logWarning(`${file} was not written: ${(error as Error).message}`);
  }
}

export function readSeenRequests(settings: Settings): SeenRequests {
  try {
    return JSON.parse(readFileSync(getRequestsFile(settings), 'utf8')) as SeenRequests;
  } catch {
    return {};
  }
}
