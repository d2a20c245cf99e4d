import { DAY_MS } from '~/domain/date/calendar-day';

export const TRASH_RETENTION_DAYS = 30;

export const TRASH_RETENTION_MS = TRASH_RETENTION_DAYS * DAY_MS;
