import { gte } from 'drizzle-orm';
import { shares } from '#db/schema';
import { getUtcToday } from './schema';

/** Rows of pages for outsiders, within the transaction of a caller that has checked the rights. */

export const isActiveShare = () => gte(shares.until, getUtcToday());
