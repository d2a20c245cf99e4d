import { gte } from 'drizzle-orm';
import { shares } from '#db/schema';
import { getUtcToday } from '~/domain/date/calendar-day';

export const isActiveShare = () => gte(shares.until, getUtcToday());
