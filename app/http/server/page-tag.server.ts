import { createHash } from 'node:crypto';
import type { Request as ExpressRequest } from 'express';
import { getDatabaseState } from '#db/cache';
import { getLocalDay } from '~/domain/date/time-zone';
import { isHttps } from '~/env.server';
import { hasRunScripts, readLocale } from '~/http/session/appearance.server';
import { findRequestSession } from '~/http/session/guards.server';
import { hasToast } from '~/http/session/toast.server';
import { LOOPBACK } from './guard.server';

/** Excludes forms with a one-time key, as Back would show a used one. */
const TAGGED_DOCUMENTS = /^\/(dashboard|board|insights)$/;
/** Names pages that depend only on the database, the request, the day and limits of 30 days. */
const TAGGED_DATA = /^\/(dashboard|board|insights|tasks|pipeline\/\d{1,15})\.data$/;

const HOUR_MS = 60 * 60 * 1000;

export async function computePageTag(
  request: ExpressRequest,
  webRequest: Request,
): Promise<string | undefined> {
  if (request.method !== 'GET' || !isTagged(request.path, webRequest)) return undefined;
  if (!canClearStoredPages(request) || hasToast(webRequest)) return undefined;
  const state = getDatabaseState();
  if (!(await findRequestSession(webRequest))) return undefined;
  const locale = readLocale(webRequest);
  const now = new Date();
  const parts = [
    state,
    webRequest.url,
    request.headers.cookie,
    locale.language,
    locale.timeZone,
    getLocalDay(now, locale.timeZone),
    Math.floor(now.getTime() / HOUR_MS),
  ];
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
  return `W/"${hash.slice(0, 24)}"`;
}

/** Tags no document without scripts, as nothing would reload its data after Back. */
function isTagged(path: string, request: Request): boolean {
  return TAGGED_DATA.test(path) || (TAGGED_DOCUMENTS.test(path) && hasRunScripts(request));
}

/** Browsers obey the `Clear-Site-Data` of a logout on https and on localhost only. */
function canClearStoredPages({ headers }: ExpressRequest): boolean {
  return isHttps || LOOPBACK.test(headers.host!);
}
