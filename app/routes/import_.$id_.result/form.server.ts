import { undoImport } from '~/domain/import/apply/undo.server';
import { formatCount } from '~/domain/text/text';
import { formAction } from '~/http/forms/form-action.server';
import { parseId } from '~/http/request/params.server';

export const action = formAction({
  async handler({ viewer, params }) {
    const id = parseId(params.id);
    const text = describeUndo(await undoImport(viewer, id));
    return { redirectTo: `/import/${id}/result`, toast: { title: 'Import undone', text } };
  },
  onError({ status, message }, { params }) {
    if (status !== 409) return undefined;
    const toast = { title: 'Not undone', text: message, failed: true };
    return { redirectTo: `/import/${parseId(params.id)}/result`, toast };
  },
});

function describeUndo({
  deleted,
  reverted,
  skipped,
  alreadyDeleted,
  keptFields = [],
}: Awaited<ReturnType<typeof undoImport>>): string {
  const stay = skipped.length ? `, ${formatCount(skipped.length, 'deal')} changed since` : '';
  const gone = alreadyDeleted ? `, ${formatCount(alreadyDeleted, 'deal')} already deleted` : '';
  const fields = keptFields.length ? `, ${formatCount(keptFields.length, 'new field')} kept` : '';
  return `${formatCount(deleted, 'deal')} deleted, ${reverted} reverted${stay}${gone}${fields}`;
}
