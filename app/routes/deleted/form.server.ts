import { restoreDeletedDeals } from '~/domain/operations/trash/restore.server';
import { describeRestored, describeSkipped } from '~/format/operation-result';
import { formAction } from '~/http/forms/form-action.server';
import { parseDealIds, parseSelection, SELECTION_FIELDS } from '~/http/forms/selection.server';
import { parseSafePath } from '~/http/request/safe-path.server';

export const action = formAction({
  fields: SELECTION_FIELDS,
  async handler({ viewer, form }) {
    const ids = parseSelection(form);
    const { restored, skipReasons } = await restoreDeletedDeals(viewer, parseDealIds(ids));
    const skipped = describeSkipped({
      gone: ids.length - restored.length - skipReasons.length,
      skipReasons,
    });
    const text = [describeRestored(restored), skipped].filter(Boolean).join(', ');
    const why = skipReasons[0] ?? 'This is no longer in the trash.';
    return {
      redirectTo: parseSafePath(form.get('back')) ?? '/deleted',
      toast: restored.length
        ? { title: 'Success', text }
        : { title: 'Not restored', text: why, failed: true },
      replace: true,
    };
  },
});
