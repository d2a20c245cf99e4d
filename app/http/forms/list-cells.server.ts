import { LIST_FORM_FIELDS } from '~/domain/deal/form-fields';
import { rejectCell, saveCell } from './cell.server';
import { formAction } from './form-action.server';
import { rejectScore, saveScore } from './score.server';

export function createListAction(access: 'user' | 'staff') {
  return formAction({
    access,
    fields: LIST_FORM_FIELDS,
    savesSubmission: true,
    handler: async (submission) =>
      submission.form.get('intent') === 'cell' ? saveCell(submission) : saveScore(submission),
    onError: (error, submission) =>
      submission.form.get('intent') === 'cell'
        ? rejectCell(error, submission)
        : rejectScore(error, submission),
  });
}
