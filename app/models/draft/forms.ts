import { EVALUATION_LABELS } from '~/models/evaluation/score';
import { EVALUATION_FORM } from '~/models/evaluation/schema';
import { EDIT_PIPELINE_FORM, NEW_PIPELINE_FORM, SCORE_FORM } from '~/models/pipeline/forms';
import { PIPELINE_FORM_LABELS, PIPELINE_LABELS, valueLabel } from '~/models/pipeline/labels';
import { NAME_FORM } from '~/models/user/profile-schema';

/**
 * The forms that somebody may have worked on for long. Only what is listed here is ever kept: no
 * password, no confirmation.
 */
interface DraftForm {
  title: string;
  /** Where it is sent; the deal's id is its first group. */
  path: RegExp;
  /** What it sends. */
  fields: { text: readonly string[]; lists?: readonly string[] };
  /** What of that is typed, in the order in which it is shown. */
  labels: Readonly<Record<string, string>>;
  /** The `intent` by which it is told from other forms of its page. */
  intent?: string;
}

const DRAFT_FORMS: DraftForm[] = [
  {
    title: 'New deal',
    path: /^\/pipeline\/new\/?$/i,
    fields: NEW_PIPELINE_FORM,
    labels: PIPELINE_FORM_LABELS,
  },
  {
    title: 'Edit Deal',
    path: /^\/pipeline\/(\d{1,15})\/edit\/?$/i,
    fields: EDIT_PIPELINE_FORM,
    labels: PIPELINE_FORM_LABELS,
  },
  {
    title: 'Evaluation',
    path: /^\/pipeline\/(\d{1,15})\/evaluation\/?$/i,
    fields: EVALUATION_FORM,
    labels: EVALUATION_LABELS,
  },
  {
    title: 'Score',
    path: /^\/(?:dashboard|admin\/pipelines)\/?$/i,
    fields: SCORE_FORM,
    labels: { evaluationScore: PIPELINE_LABELS.evaluationScore },
  },
  {
    title: 'Your name',
    path: /^\/account\/?$/i,
    fields: NAME_FORM,
    labels: { firstName: 'First name', lastName: 'Last name' },
    intent: 'name',
  },
];

/** The work form that is sent to an address; undefined for any other. */
export function draftFormAt(path: string): DraftForm | undefined {
  const [pathname = ''] = path.split('?', 1);
  return DRAFT_FORMS.find((form) => form.path.test(pathname));
}

/** True when something was typed into a form that was sent where the work form is. */
export function isKeepable({ intent, labels }: DraftForm, form: FormData): boolean {
  if (intent && intent !== form.get('intent')) return false;
  return Object.keys(labels).some((name) => String(form.get(name) ?? '').trim());
}

/**
 * A kept form in words: which one, the deal that it is about, and what was typed, without what was
 * left empty.
 */
export function describeDraft(
  path: string,
  form: URLSearchParams,
): { title: string; dealId?: number; values: { label: string; value: string }[] } {
  const work = draftFormAt(path);
  const dealId = work && Number(work.path.exec(path.split('?', 1)[0]!)?.[1] ?? form.get('id') ?? 0);
  const values = Object.entries(work?.labels ?? {}).map(([name, label]) => ({
    label,
    value: shown(name, form),
  }));
  return {
    title: work?.title ?? '',
    dealId: dealId || undefined,
    values: values.filter(({ value }) => value.trim()),
  };
}

function shown(name: string, form: URLSearchParams): string {
  if (form.get(`take-${name}`) === 'theirs') return 'What was saved meanwhile';
  return form
    .getAll(name)
    .map((value) => valueLabel(name, value))
    .join(', ');
}
