import { DEAL_LABELS } from '~/domain/deal-field/fields';
import { STAGE_LABEL } from '~/domain/stage/kinds';

export const BULK_LABELS = {
  stage: STAGE_LABEL,
  reason: 'Reason for closing',
  fundingRound: DEAL_LABELS.fundingRound,
  nextMeetingDate: DEAL_LABELS.nextMeetingDate,
  note: 'Add a note',
};
export type BulkField = keyof typeof BULK_LABELS;
