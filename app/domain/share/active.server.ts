import { gte } from 'drizzle-orm';
import { shares } from '#db/schema';
import { getUtcToday } from './schema';

export const isActiveShare = () => gte(shares.until, getUtcToday());
