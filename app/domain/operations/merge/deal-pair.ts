import type { Deal } from '#db/schema';

/** Two deals of one company become one (rules 23.15 to 23.19). */

export type DealPair = [winner: Deal, loser: Deal];
