import { DAY_MS } from '~/domain/date/calendar-day';

export const RESULT_ROWS_TTL_MS = 30 * DAY_MS;

export const MAX_RESULTS_WITH_ROWS = 5;

export const IMPORT_TTL_MS = DAY_MS;
