import { isStaff, type Viewer } from '~/domain/access';
import { getFundingRoundLabel } from '~/domain/deal/offered-values';
import { getShortName } from '~/domain/person/names';
import type { ReviewedDeal } from './list-sections.server';

export function listDealFacts(viewer: Viewer, deal: ReviewedDeal): string[] {
  return [
    deal.fundingRound && getFundingRoundLabel(deal.fundingRound),
    deal.targetFundingSize,
    isStaff(viewer) && getShortName(deal.owner),
  ].filter((fact) => typeof fact === 'string' && fact !== '') as string[];
}
