import type { ActionFunctionArgs } from '@remix-run/node';
import { isAdmin, isStaff, type Viewer } from '~/domain/access';
import { DomainError, forbidden, type TypedField } from '~/errors';
import {
  type FormFields,
  type PostedForm,
  readForm,
  readSubmittedForm,
} from '~/http/request/form.server';
import { parseSubmissionKey } from '~/http/request/params.server';
import {
  assertAdmin,
  assertStaff,
  findOtherOpener,
  OPENED_BY_FIELD,
  requireSession,
  requireUser,
} from '~/http/session/guards.server';
import { type PageRedirect, respondWithRedirect } from '~/http/session/toast.server';
import { catchDomainError } from '~/result.server';
import { replacePreviousNames } from './option-names.server';
import {
  deleteSavedSubmissionOfRequest,
  requireUserOrSaveSubmission,
} from './saved-submission.server';

interface Submission<Name extends string> extends ActionFunctionArgs {
  form: PostedForm<Name>;
  /** Lets domain functions store one record even if the form is sent twice. */
  submissionKey: string | undefined;
}

export interface UserSubmission<Name extends string> extends Submission<Name> {
  viewer: Viewer;
}

interface FormHandlers<Posted, Answer, ErrorAnswer> {
  handler(submission: Posted): Promise<Answer>;
  /** Answers an error of the handler. Undefined, or no `onError`, shows the error page. */
  onError?(
    error: DomainError,
    submission: Posted,
  ): ErrorAnswer | undefined | Promise<ErrorAnswer | undefined>;
}

/** `beforeSecondFactor` also admits users who still have to set up a second factor. */
type Access = 'user' | 'staff' | 'admin' | 'beforeSecondFactor';

interface UserFormAction<Name extends string, Answer, ErrorAnswer> extends FormHandlers<
  UserSubmission<Name>,
  Answer,
  ErrorAnswer
> {
  access?: Access;
  savesSubmission?: boolean;
  /** The form's fields. Without them, the handler reads the body itself. */
  fields?: FormFields<Name> | ((sender: FormSender) => Promise<FormFields<Name>>);
}
interface FormSender extends ActionFunctionArgs {
  viewer: Viewer;
}

interface PublicFormAction<Name extends string, Answer, ErrorAnswer> extends FormHandlers<
  Submission<Name>,
  Answer,
  ErrorAnswer
> {
  fields?: FormFields<Name>;
}

/** An action whose page data is whatever its handlers return, except redirects. */
type PageAction<Answer> = (
  args: ActionFunctionArgs,
) => Promise<Exclude<Answer, PageRedirect> | Response>;

/**
 * Builds the action of a page for signed-in users. Checks the sender, counts the write and reads
 * the form before the handler runs.
 */
export function formAction<const Name extends string = never, Answer = never, ErrorAnswer = never>({
  access = 'user',
  savesSubmission = false,
  fields,
  handler,
  onError,
}: UserFormAction<Name, Answer, ErrorAnswer>): PageAction<Answer | ErrorAnswer> {
  return async (args) => {
    const viewer = await requireSender(args.request, access, savesSubmission);
    const declared = typeof fields === 'function' ? await fields({ ...args, viewer }) : fields;
    const submission = { ...(await readSubmission(args, declared, viewer)), viewer };
    const result = await catchDomainError(() => handler(submission));
    if (!result.ok) {
      const answer = await catchDomainError(() => answerError(result.error, submission, onError));
      if (answer.ok) return toResponse(answer.value);
      throw savesSubmission ? addEnteredFields(answer.error, submission.form) : answer.error;
    }
    if (savesSubmission && isPageRedirect(result.value))
      await deleteSavedSubmissionOfRequest(args.request, viewer);
    return toResponse(result.value);
  };
}

export function publicFormAction<
  const Name extends string = never,
  Answer = never,
  ErrorAnswer = never,
>({
  fields,
  handler,
  onError,
}: PublicFormAction<Name, Answer, ErrorAnswer>): PageAction<Answer | ErrorAnswer> {
  return async (args) => {
    const submission = await readSubmission(args, fields);
    const result = await catchDomainError(() => handler(submission));
    if (!result.ok) return toResponse(await answerError(result.error, submission, onError));
    return toResponse(result.value);
  };
}

async function requireSender(
  request: Request,
  access: Access,
  savesSubmission: boolean,
): Promise<Viewer> {
  if (access === 'beforeSecondFactor') return (await requireSession(request)).viewer;
  const viewer = await (savesSubmission ? requireUserOrSaveSubmission : requireUser)(request);
  const hasAccess = access === 'user' || (access === 'staff' ? isStaff : isAdmin)(viewer);
  return hasAccess ? viewer : refuseRole(request, viewer, access);
}

/** Throws 403, with what was typed if the role was lost since the page was opened (rule 12.5). */
async function refuseRole(request: Request, viewer: Viewer, access: 'staff' | 'admin') {
  const sent = await catchDomainError(() => readSubmittedForm(request));
  if (!sent.ok || !sent.value?.fields.length)
    return access === 'staff' ? assertStaff(viewer) : assertAdmin(viewer);
  const role = access === 'staff' ? 'Manager or admin' : 'Admin';
  throw addEnteredFields(
    forbidden(`${role} access required. Nothing was saved.`),
    sent.value.fields,
  );
}

async function readSubmission<Name extends string>(
  args: ActionFunctionArgs,
  fields: FormFields<Name> | undefined,
  viewer?: Viewer,
): Promise<Submission<Name>> {
  const form = fields
    ? await readOwnForm(args.request, fields, viewer)
    : (new FormData() as PostedForm<Name>);
  if (fields?.optionNames) await replacePreviousNames(form, fields.optionNames);
  return { ...args, form, submissionKey: parseSubmissionKey(form.get('submission' as Name)) };
}

/** Throws 409 for a form that another account opened. */
async function readOwnForm<Name extends string>(
  request: Request,
  { text = [], lists }: FormFields<Name>,
  viewer: Viewer | undefined,
): Promise<PostedForm<Name>> {
  const form = await readForm<Name | typeof OPENED_BY_FIELD>(request, {
    text: [...text, OPENED_BY_FIELD],
    lists,
  });
  const openedBy = form.get(OPENED_BY_FIELD);
  form.delete(OPENED_BY_FIELD);
  const error = viewer && findOtherOpener(viewer, openedBy);
  if (error) throw addEnteredFields(error, form);
  return form as PostedForm<Name>;
}

async function answerError<Posted, ErrorAnswer>(
  error: DomainError,
  submission: Posted,
  onError: FormHandlers<Posted, never, ErrorAnswer>['onError'],
): Promise<ErrorAnswer> {
  const answer = await onError?.(error, submission);
  if (answer === undefined) throw error;
  return answer as ErrorAnswer;
}

/** The error page shows the text: the form's page may be gone, and the browser's draft with it. */
function addEnteredFields(
  error: DomainError,
  form: Iterable<[name: string, value: unknown]>,
): DomainError {
  const { kind, body, retryAfter, mergedDeal } = error;
  if (body.form) return error;
  const typed = [...form].map(([name, value]): TypedField => [name, String(value)]);
  return new DomainError(kind, { ...body, typed }, { retryAfter, mergedDeal });
}

async function toResponse<Answer>(
  answer: Answer,
): Promise<Exclude<Answer, PageRedirect> | Response> {
  if (isPageRedirect(answer)) return respondWithRedirect(answer);
  return answer as Exclude<Answer, PageRedirect>;
}

function isPageRedirect(answer: unknown): answer is PageRedirect {
  return typeof answer === 'object' && answer !== null && 'redirectTo' in answer;
}
