import { EVALUATION_LABELS } from './evaluation';
import { FIELD_LABELS, PIPELINE_FIELDS, roundLabel } from './pipeline';

/** The forms that somebody may have worked on for long. Only what is listed here is ever kept: no password, no confirmation. */
interface WorkForm {
  title: string;
  /** Where it is sent; the deal's id is its first group. */
  path: RegExp;
  /** What is typed, in the order in which it is shown. */
  labels: Readonly<Record<string, string>>;
  /** What is sent along unseen. */
  along: readonly string[];
  /** The `intent` by which it is told from other forms of its page. */
  intent?: string;
}

const WORK_FORMS: WorkForm[] = [
  { title: 'New deal', path: /^\/pipeline\/new\/?$/i, labels: FIELD_LABELS, along: ['submission', 'then'] },
  { title: 'Edit Deal', path: /^\/pipeline\/(\d{1,15})\/edit\/?$/i, labels: FIELD_LABELS, along: ['version', 'then', ...PIPELINE_FIELDS.map((field) => `take-${field}`)] },
  { title: 'Evaluation', path: /^\/pipeline\/(\d{1,15})\/evaluation\/?$/i, labels: EVALUATION_LABELS, along: ['version'] },
  { title: 'Score', path: /^\/(?:dashboard|admin\/pipelines)\/?$/i, labels: { evaluationScore: 'Score' }, along: ['intent', 'id', 'seen'] },
  { title: 'Your name', path: /^\/account\/?$/i, labels: { firstName: 'First name', lastName: 'Last name' }, along: ['intent'], intent: 'name' },
];

function workFormAt(path: string): WorkForm | undefined {
  const [pathname = ''] = path.split('?', 1);
  return WORK_FORMS.find((form) => form.path.test(pathname));
}

/** True where a work form is sent to. */
export function isWorkPath(path: string): boolean {
  return workFormAt(path) !== undefined;
}

/** What of a form sent to `path` is kept; undefined when it is no work form, or nothing was typed. */
export function keepable(path: string, form: FormData): URLSearchParams | undefined {
  const work = workFormAt(path);
  if (!work || (work.intent && work.intent !== form.get('intent'))) return undefined;
  const kept = new URLSearchParams();
  for (const name of [...Object.keys(work.labels), ...work.along]) for (const value of form.getAll(name)) kept.append(name, String(value));
  return Object.keys(work.labels).some((name) => kept.get(name)?.trim()) ? kept : undefined;
}

/** A kept form in words: which one, the deal that it is about, and what was typed, without what was left empty. */
export function describeForm(path: string, form: URLSearchParams): { title: string; dealId?: number; values: { label: string; value: string }[] } {
  const work = workFormAt(path);
  const dealId = work && Number(work.path.exec(path.split('?', 1)[0]!)?.[1] ?? form.get('id') ?? 0);
  const values = Object.entries(work?.labels ?? {}).map(([name, label]) => ({ label, value: shown(name, form) }));
  return { title: work?.title ?? '', dealId: dealId || undefined, values: values.filter(({ value }) => value.trim()) };
}

function shown(name: string, form: URLSearchParams): string {
  if (form.get(`take-${name}`) === 'theirs') return 'What was saved meanwhile';
  return form.getAll(name).map((value) => (name === 'fundingRound' ? roundLabel(value) : value)).join(', ');
}
