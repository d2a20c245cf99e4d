import type { Criterion } from '~/domain/evaluation/criteria';
import { parseCriterionScore } from '~/domain/evaluation/form-values';
import { getScoreTone } from '~/domain/score/score';
import { FieldError } from '~/ui/form/fields';
import { useHydrated } from '~/ui/layout/hydrated';

const RANGE = { min: 1, max: 10, step: 0.1 };

interface CriterionFieldProps {
  id: string;
  errorId: string;
  name: Criterion;
  label: string;
  help: string;
  score: number | null;
  initialValue: string | undefined;
  error: string | undefined;
  preset?: number;
}

/**
 * Makes the number input the field; the slider, shown only with scripts, sets it. A click on the
 * slider's thumb sets the score that it shows.
 */
export function CriterionField(props: CriterionFieldProps) {
  const { id, errorId, name, label, help, score, initialValue, error, preset } = props;
  const isHydrated = useHydrated();

  return (
    <div className="criterion" data-tone={getScoreTone(score)}>
      <div className="min-w-0">
        <p className="flex justify-between gap-2">
          <label htmlFor={id} className="label">
            {label}
          </label>
          {isHydrated && preset === undefined && (
            <button
              type="button"
              className={score === null ? 'invisible' : 'link link-quiet -my-0.5 py-0.5'}
              onClick={({ currentTarget }) => setScore(currentTarget, name, '')?.focus()}
              aria-label={`Clear ${label}`}
            >
              Clear
            </button>
          )}
        </p>
        <p id={`${id}-hint`} className="hint">
          {help}
        </p>
      </div>
      {isHydrated && (
        <input
          type="range"
          className="slider"
          {...RANGE}
          value={score ?? preset ?? RANGE.min}
          data-empty={score === null && preset === undefined ? true : undefined}
          onChange={({ target }) => setScore(target, name, target.value)}
          onClick={({ currentTarget }) => setScore(currentTarget, name, currentTarget.value)}
          aria-label={`${label}, slider`}
          aria-valuetext={score === null ? describeEmpty(preset) : undefined}
          // Leaves the keyboard to the number input; its arrow keys step like the slider's.
          tabIndex={-1}
        />
      )}
      <input
        type="number"
        className="input box"
        id={id}
        name={name}
        {...RANGE}
        inputMode="decimal"
        placeholder={preset === undefined ? '–' : String(preset)}
        onBlur={({ currentTarget: box }) => {
          const score = parseCriterionScore(box.value);
          // Any other assignment would empty a box whose text is no number.
          if (score) box.value = score.toFixed(1);
        }}
        defaultValue={initialValue}
        aria-invalid={error ? true : undefined}
        aria-describedby={[`${id}-hint`, error && errorId].filter(Boolean).join(' ')}
      />
      <FieldError id={errorId} message={error} />
    </div>
  );
}

const describeEmpty = (preset: number | undefined) =>
  preset === undefined ? 'not assessed' : `not set, counts as ${preset}`;

function setScore(control: HTMLInputElement | HTMLButtonElement, name: Criterion, value: string) {
  const box = control.form?.elements.namedItem(name);
  if (!(box instanceof HTMLInputElement)) return undefined;
  box.value = value && Number(value).toFixed(1);
  box.dispatchEvent(new Event('input', { bubbles: true }));
  return box;
}
