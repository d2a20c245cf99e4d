import {
  type ComponentProps,
  type Dispatch,
  type SetStateAction,
  useEffect,
  useRef,
  useState,
} from 'react';
import { getChoiceControl } from '~/domain/form-conflict/conflict';
import { formatDay } from '~/format/date';
import { useHydrated } from '~/ui/layout/hydrated';
import { jumpToTarget } from '~/ui/layout/jump';
import { useRootData } from '~/ui/layout/root-data';
import { FieldError } from './fields';
import type { FieldConflictView, FormConflictView } from './form-conflict-view.server';

interface FormConflictProps {
  noun: string;
  failure: string | undefined;
  form: string;
  conflict: FormConflictView;
  labels: Record<string, string>;
}

type Decisions = Record<string, { mine?: string }>;

const getConflictFieldId = (field: string) => `clash-${field}`;

export function FormConflict({ noun, failure, form, conflict, labels }: FormConflictProps) {
  const { fieldConflicts, latestEventId, isUnknown } = conflict;
  const box = useRef<HTMLElement>(null);
  const [decisions, setDecisions] = useState<Decisions>({});
  useChooseMineOnInput(form, fieldConflicts, setDecisions);
  useEffect(() => {
    const missing = fieldConflicts.find(({ isMissing }) => isMissing);
    (missing ? document.getElementById(getConflictFieldId(missing.field)) : box.current)?.focus();
  }, [fieldConflicts]);
  const undecided = fieldConflicts.filter(({ field, isMissing }) => isMissing && !decisions[field]);
  return (
    <section
      ref={box}
      tabIndex={-1}
      className="notice notice-failed scroll-mt-16"
      aria-label="Two versions"
      autoFocus={!undecided.length}
    >
      <input type="hidden" name="seen" value={latestEventId} form={form} />
      <div className="grid min-w-0 flex-1 gap-3">
        <div>
          <p>
            <strong className="font-semibold">
              {failure}. Someone else has changed this {noun} since you opened it.
            </strong>{' '}
            Nothing was overwritten.{' '}
            {isUnknown &&
              'It is not known who changed what, so every field that differs from yours is shown. '}
            Choose which value of each field to keep, then save again.
          </p>
          {undecided.length > 0 && (
            <div role="alert">
              <ul>
                {undecided.map(({ field }) => (
                  <li key={field}>
                    <a
                      className="link"
                      href={`#${getConflictFieldId(field)}`}
                      onClick={jumpToTarget}
                    >
                      {getMissingChoiceMessage(labels[field])}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          )}
        </div>
        {fieldConflicts.map((fieldConflict) => (
          <ConflictField
            key={fieldConflict.field}
            {...fieldConflict}
            mine={decisions[fieldConflict.field]?.mine ?? fieldConflict.mine}
            isMissing={undecided.includes(fieldConflict)}
            label={labels[fieldConflict.field] ?? fieldConflict.field}
            form={form}
            onChoose={() =>
              setDecisions((made) => ({
                ...made,
                [fieldConflict.field]: made[fieldConflict.field] ?? {},
              }))
            }
          />
        ))}
      </div>
    </section>
  );
}

function getMissingChoiceMessage(label: string | undefined): string {
  return `Choose which ${label} to keep`;
}

interface ConflictFieldProps extends FieldConflictView {
  label: string;
  form: string;
  onChoose: () => void;
}

function ConflictField(props: ConflictFieldProps) {
  const { field, mine, theirs, saved, choice, isMissing, label, form, onChoose } = props;
  const isHydrated = useHydrated();
  const error = `${getConflictFieldId(field)}-error`;
  const radio = { form, name: getChoiceControl(field), onChange: onChoose };
  return (
    <fieldset
      id={getConflictFieldId(field)}
      tabIndex={-1}
      className="grid min-w-0 scroll-mt-16 grid-cols-[minmax(0,1fr)] gap-1"
      aria-describedby={isMissing ? error : undefined}
    >
      <legend className="font-semibold">{label}</legend>
      <Choice
        {...radio}
        value="mine"
        defaultChecked={choice === 'mine'}
        label="Yours"
        text={mine}
        // Explains the choice without scripts; with scripts, typing chooses it.
        by={isHydrated ? undefined : 'Saves the value in the field below.'}
      />
      <Choice
        {...radio}
        value="theirs"
        defaultChecked={choice === 'theirs'}
        label="Saved since"
        text={theirs}
        by={saved}
      />
      <FieldError id={error} message={isMissing ? getMissingChoiceMessage(label) : undefined} />
    </fieldset>
  );
}

interface ChoiceProps extends ComponentProps<'input'> {
  label: string;
  text: string;
  by?: string;
}

function Choice({ label, text, by, ...radio }: ChoiceProps) {
  return (
    <label className="flex items-baseline gap-2">
      <input type="radio" {...radio} required className="mt-1" />
      <span className="min-w-0 break-words whitespace-pre-wrap">
        <span className="text-ink-muted">{label}: </span>
        {text || '(empty)'}
        {by && <span className="block text-meta text-ink-muted">{by}</span>}
      </span>
    </label>
  );
}

function useChooseMineOnInput(
  formId: string,
  fieldConflicts: FieldConflictView[],
  setDecisions: Dispatch<SetStateAction<Decisions>>,
): void {
  const { language = 'en' } = useRootData() ?? {};
  useEffect(() => {
    function take({ target }: Event) {
      const form = document.getElementById(formId);
      const field = target instanceof Element && (target.getAttribute('name') ?? '');
      if (!(form instanceof HTMLFormElement) || !field) return;
      if (!fieldConflicts.some((fieldConflict) => fieldConflict.field === field)) return;
      const typed = new FormData(form).getAll(field).filter(Boolean).map(String);
      const choices = form.elements.namedItem(getChoiceControl(field));
      if (choices instanceof RadioNodeList) choices.value = 'mine';
      const isDay =
        target instanceof HTMLInputElement && target.type === 'date' && target.value.length === 10;
      const shown = isDay
        ? typed.map((day) => formatDay(day, { language, timeZone: 'UTC' }))
        : typed;
      const mine = shown.toSorted().join(', ');
      setDecisions((made) => ({ ...made, [field]: { mine } }));
    }
    document.addEventListener('input', take);
    return () => document.removeEventListener('input', take);
  }, [formId, fieldConflicts, language, setDecisions]);
}
