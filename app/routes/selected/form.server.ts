import { data } from '@remix-run/node';
import { changeDealsInBulk } from '~/domain/operations/bulk-change.server';
import type { BulkField } from '~/domain/operations/bulk-fields';
import { createBulkChangeSchema } from '~/domain/operations/bulk-schema';
import { getOptionLists } from '~/domain/option-list/list.server';
import { formatCount } from '~/domain/text/text';
import { parseInput } from '~/errors';
import { describeSkipped } from '~/format/operation-result';
import { formAction } from '~/http/forms/form-action.server';
import {
  buildNothingSelectedRedirect,
  parseDealIds,
  parseSelection,
} from '~/http/forms/selection.server';
import type { PostedForm } from '~/http/request/form.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { HOME_PATH } from './view.server';

const BULK_FORM_FIELDS = {
  text: ['back', 'submission', 'stage', 'reason', 'fundingRound', 'nextMeetingDate', 'note'],
  lists: ['id'],
  optionNames: {
    stage: 'stages',
    reason: 'reasons',
    fundingRound: 'rounds',
    nextMeetingDate: 'meetings',
  },
} as const;

export const action = formAction({
  fields: BULK_FORM_FIELDS,
  savesSubmission: true,
  async handler({ viewer, form }) {
    const back = parseSafePath(form.get('back')) ?? HOME_PATH;
    const ids = parseSelection(form);
    if (!ids.length) return buildNothingSelectedRedirect(back, 'pipeline', 'change');
    const { changed, unchanged, operationId } = await changeDealsInBulk(
      viewer,
      parseDealIds(ids),
      parseInput(createBulkChangeSchema(await getOptionLists()), getSentChanges(form)),
      form.get('submission') ?? undefined,
    );
    const skipReasons = Array.from({ length: unchanged }, () => 'already up to date');
    const skipped = describeSkipped({ gone: ids.length - changed - unchanged, skipReasons });
    const toast = {
      title: changed ? 'Success' : 'Nothing changed',
      text: [`${formatCount(changed, 'deal')} changed`, skipped].filter(Boolean).join(', '),
      failed: !changed,
      undo: operationId,
    };
    return { redirectTo: back, toast };
  },
  onError(error, { form }) {
    if (error.status !== 400 || !error.errors) return undefined;
    return data({ sent: getSentChanges(form), errors: error.errors }, 400);
  },
});

function getSentChanges(form: PostedForm<BulkField>) {
  return {
    stage: form.get('stage') ?? '',
    reason: form.get('reason') ?? '',
    fundingRound: form.get('fundingRound') ?? '',
    nextMeetingDate: form.get('nextMeetingDate') ?? '',
    note: form.get('note') ?? '',
  };
}
