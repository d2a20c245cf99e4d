import type { ComponentProps, ReactElement, ReactNode } from 'react';
import {
  MAX_PITCH_FILE_MB,
  MAX_PITCH_FILES,
  MIN_PITCH_LENGTH,
  type PitchField,
} from '~/domain/pitch/schema';
import styles from '~/styles/pitch.css?inline';
import { renderOutsiderPage } from '~/ui/layout/outsider-page';

export const PITCH_STYLES = styles;

/** Hidden from people; programs that fill every field also fill this one. */
export const TRAP_FIELD = 'nickname';

export interface PitchPageProps {
  fundName: string;
  introduction: string;
  privacy: string;
  industries: string[];
  rounds: { value: string; label: string }[];
  sent?: SentPitch;
}

export interface SentPitch {
  values: Partial<Record<string, string[]>>;
  errors: Partial<Record<PitchField, string>>;
  message: string;
  /** Browsers do not choose files again. */
  hadFiles: boolean;
}

const NOTHING_SENT: SentPitch = { values: {}, errors: {}, message: '', hadFiles: false };

export function renderPitchPage(props: PitchPageProps): string {
  const { fundName, introduction } = props;
  return renderPage(
    fundName ? `Pitch to ${fundName}` : 'Send us your pitch',
    <>
      <Paragraphs text={introduction} />
      <PitchForm {...props} />
    </>,
  );
}

export function renderThanksPage(thanks: string): string {
  return renderPage('Thank you', <Paragraphs text={thanks} />);
}

export function renderProblemPage(message: string): string {
  return renderPage('Not available', <p>{message}</p>);
}

function renderPage(title: string, content: ReactElement): string {
  return renderOutsiderPage(
    { title, styles },
    <>
      <h1>{title}</h1>
      {content}
    </>,
  );
}

function Paragraphs({ text }: { text: string }) {
  return <p className="text">{text}</p>;
}

function PitchForm({ privacy, industries, rounds, sent = NOTHING_SENT }: PitchPageProps) {
  const bindField = (name: PitchField) => ({ name, sent });
  return (
    <form method="post" action="/pitch" encType="multipart/form-data">
      {sent.message && (
        <p role="alert" className="error">
          {sent.message}
        </p>
      )}
      <TextField
        {...bindField('companyName')}
        label="Company"
        required
        autoComplete="organization"
      />
      <TextField {...bindField('contactName')} label="Your name" required autoComplete="name" />
      <TextField
        {...bindField('contactEmail')}
        label="Your email address"
        type="email"
        required
        autoComplete="email"
      />
      <TextField {...bindField('website')} label="Website" inputMode="url" />
      <IndustryBoxes names={industries} sent={sent} />
      <RoundSelect rounds={rounds} sent={sent} />
      <TextField {...bindField('targetFundingSize')} label="Amount you are raising" />
      <Field name="text" label="Your pitch" sent={sent} required>
        {(control) => (
          <textarea
            {...control}
            minLength={MIN_PITCH_LENGTH}
            rows={8}
            defaultValue={sent.values.text?.[0]}
          />
        )}
      </Field>
      <TextField {...bindField('heardFrom')} label="How did you hear about us?" />
      <Field
        name="files"
        label={`Files (at most ${MAX_PITCH_FILES}, of ${MAX_PITCH_FILE_MB} MB each)`}
        sent={sent}
      >
        {(control) => <input type="file" multiple {...control} />}
      </Field>
      {sent.hadFiles && <p>Please choose your files again.</p>}
      <TrapField />
      <Paragraphs text={privacy} />
      <ConsentBox sent={sent} />
      <button>Send</button>
    </form>
  );
}

interface SentProps {
  sent: SentPitch;
}

function IndustryBoxes({ names, sent }: SentProps & { names: string[] }) {
  return (
    <fieldset>
      <legend>Industries</legend>
      {names.map((name, n) => (
        <label key={name}>
          <input
            type="checkbox"
            name="industries"
            value={name}
            autoFocus={n === 0 && isFirstWrong(sent, 'industries')}
            defaultChecked={sent.values.industries?.includes(name)}
          />
          {name}
        </label>
      ))}
      <Message name="industries" sent={sent} />
    </fieldset>
  );
}

function RoundSelect({ rounds, sent }: SentProps & Pick<PitchPageProps, 'rounds'>) {
  return (
    <Field name="fundingRound" label="Funding round" sent={sent}>
      {(control) => (
        <select {...control} defaultValue={sent.values.fundingRound?.[0] ?? ''}>
          <option value="" />
          {rounds.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function TrapField() {
  return (
    <p hidden>
      <label>
        Leave this empty
        <input name={TRAP_FIELD} autoComplete="off" />
      </label>
    </p>
  );
}

function ConsentBox({ sent }: SentProps) {
  return (
    <div>
      <label>
        <input
          type="checkbox"
          name="consent"
          required
          autoFocus={isFirstWrong(sent, 'consent')}
          aria-invalid={sent.errors.consent ? true : undefined}
          aria-describedby={sent.errors.consent && 'consent-error'}
          defaultChecked={Boolean(sent.values.consent?.[0])}
        />
        I agree to this use of my data <Required />
      </label>
      <Message name="consent" sent={sent} />
    </div>
  );
}

interface FieldProps extends SentProps {
  name: PitchField;
  label: string;
  required?: boolean;
}

function isFirstWrong({ errors }: SentPitch, name: PitchField): boolean {
  return Object.keys(errors)[0] === name;
}

interface ControlProps {
  id: string;
  name: string;
  required: boolean | undefined;
  autoFocus: boolean;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

function Field({
  name,
  label,
  sent,
  required,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const isWrong = sent.errors[name] !== undefined;
  const control: ControlProps = {
    id: name,
    name,
    required,
    autoFocus: isFirstWrong(sent, name),
    'aria-invalid': isWrong ? true : undefined,
    'aria-describedby': isWrong ? `${name}-error` : undefined,
  };
  return (
    <div>
      <label htmlFor={name}>
        {label} {required && <Required />}
      </label>
      {children(control)}
      <Message name={name} sent={sent} />
    </div>
  );
}

function TextField({
  name,
  label,
  sent,
  required,
  ...input
}: FieldProps & ComponentProps<'input'>) {
  return (
    <Field name={name} label={label} sent={sent} required={required}>
      {(control) => <input {...control} {...input} defaultValue={sent.values[name]?.[0]} />}
    </Field>
  );
}

const Required = () => <small>(required)</small>;

function Message({ name, sent }: Pick<FieldProps, 'name' | 'sent'>) {
  const message = sent.errors[name];
  return message ? (
    <p id={`${name}-error`} className="error">
      {message}
    </p>
  ) : null;
}
