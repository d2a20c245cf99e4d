import type { Deal } from '#db/schema';

export type DealPair = [winner: Deal, loser: Deal];
