import { Link, useFetcher } from '@remix-run/react';
import { type AriaAttributes, type FormEvent, type Ref, useEffect, useRef, useState } from 'react';
import { getScoreTone, MAX_SCORE_REASON_LENGTH } from '~/domain/score/score';
import { isConnectionFailure, useReply } from '~/ui/form/client-action';
import { OpenedBy } from '~/ui/form/opened-by';
import { useSavedSubmission } from '~/ui/form/saved-submission';
import { Icon } from '~/ui/icon';
import { useAddress } from '~/ui/layout/address';
import { useFailureToast } from '~/ui/toast/show-toast';

const DEFAULT_SCORE = '5.0';

type RejectedScore = Partial<Record<'evaluationScore' | 'scoreReason' | 'seen', string | null>>;

function ScoreBadge({ score }: { score: number | null }) {
  return (
    <span className={`score tone-${getScoreTone(score)}`}>
      {score === null ? '+' : score.toFixed(1)}
    </span>
  );
}

interface ScoreCellProps {
  id: number;
  company: string;
  getName: (action: string, preposition: string, rest?: string) => AriaAttributes;
  score: number | null;
  address: string;
  isAddressed: boolean;
}

/** Renders a plain link until the first click, since a table has many (rule 6.6). */
export function ScoreCell(props: ScoreCellProps) {
  const [isActive, setActive] = useState(false);
  return isActive || props.isAddressed ? (
    <ActiveScoreCell {...props} isOpened={isActive} />
  ) : (
    <ScoreLink {...props} open={() => setActive(true)} />
  );
}

type ScoreLinkProps = ScoreCellProps & { open: () => void; badge?: Ref<HTMLAnchorElement> };

function ScoreLink({ getName, score, address, open, badge }: ScoreLinkProps) {
  return (
    <a
      ref={badge}
      href={address}
      className="score-link"
      {...(score === null
        ? getName('Add a score', ' for')
        : getName('Score', ' of', `: ${score.toFixed(1)}. Change`))}
      onClick={(event) => {
        event.preventDefault();
        open();
      }}
    >
      <ScoreBadge score={score} />
    </a>
  );
}

function ActiveScoreCell({ isOpened, ...props }: ScoreCellProps & { isOpened: boolean }) {
  const { score, isAddressed } = props;
  const fetcher = useFetcher<unknown>();
  const failedAt = isConnectionFailure(fetcher.data) ? fetcher.data.failedAt : undefined;
  const sent = useRef<FormData>();
  const [isOpen, setOpen] = useState(isOpened);
  useFailureToast(failedAt, 'Error', 'Failed to update evaluation score. Not sent.');
  useEffect(() => {
    if (failedAt) setOpen(true);
  }, [failedAt]);
  useEffect(() => {
    if (fetcher.formData) sent.current = fetcher.formData;
  }, [fetcher.formData]);
  const badge = useRef<HTMLAnchorElement>(null);
  const isClosing = useRef(false);

  // Moves the focus from the closed form to the badge that replaces it.
  useEffect(() => {
    if (!isClosing.current || !badge.current) return;
    isClosing.current = false;
    if (document.activeElement === document.body) badge.current.focus({ preventScroll: true });
  });

  const saving = fetcher.formData?.get('evaluationScore');
  if (saving)
    return (
      <span className="score-link">
        <ScoreBadge score={Number(saving)} />
      </span>
    );
  if (!isOpen && !isAddressed)
    return <ScoreLink {...props} open={() => setOpen(true)} badge={badge} />;
  function close() {
    isClosing.current = true;
    setOpen(false);
  }
  return (
    <>
      <span className="score-link invisible">
        <ScoreBadge score={score} />
      </span>
      <ScoreForm
        {...props}
        Form={fetcher.Form}
        close={close}
        failedForm={failedAt ? sent.current : undefined}
      />
    </>
  );
}

interface ScoreFormProps extends ScoreCellProps {
  Form: ReturnType<typeof useFetcher>['Form'];
  close: () => void;
  failedForm?: FormData;
}

function ScoreForm({ id, company, score, isAddressed, Form, close, failedForm }: ScoreFormProps) {
  const address = useAddress();
  const reply = useReply<RejectedScore>();
  const savedSubmission = useSavedSubmission<RejectedScore>();
  // Keeps the score that was shown on opening, which the edit replaces; revalidation may load a
  // newer one.
  const [opened] = useState(score);
  const fields: RejectedScore | undefined = failedForm && Object.fromEntries(failedForm);
  const sent = fields ?? (isAddressed ? (reply ?? savedSubmission) : undefined);

  function check(event: FormEvent<HTMLFormElement>) {
    const typed = new FormData(event.currentTarget).get('evaluationScore');
    const value = Number(typed);
    if (typed === '' || !(value >= 0 && value <= 10)) event.preventDefault();
    else close();
  }

  return (
    <Form
      method="post"
      action={address({ score: id })}
      preventScrollReset
      noValidate
      onSubmit={check}
      onKeyDown={({ key }) => key === 'Escape' && !isAddressed && close()}
      className="score-form"
    >
      <OpenedBy />
      <input type="hidden" name="intent" value="score" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="seen" value={sent?.seen ?? opened ?? ''} />
      <input
        type="number"
        name="evaluationScore"
        className="input w-14 px-1 text-center"
        min="0"
        max="10"
        step="0.1"
        inputMode="decimal"
        defaultValue={sent?.evaluationScore || (score?.toFixed(1) ?? DEFAULT_SCORE)}
        aria-label={`Score of ${company}, 0 to 10`}
        autoFocus
        onFocus={(event) => event.target.select()}
      />
      <input
        name="scoreReason"
        className="input w-32 px-1"
        placeholder="Why? (optional)"
        aria-label={`Reason for the score of ${company} (optional)`}
        maxLength={MAX_SCORE_REASON_LENGTH}
        defaultValue={sent?.scoreReason ?? ''}
      />
      {failedForm ? (
        <button className="btn" data-saves>
          Try again
        </button>
      ) : (
        <button className="btn btn-icon" aria-label="Save score" data-saves>
          <Icon name="check" />
        </button>
      )}
      <Link
        to={address({ score: undefined, late: undefined })}
        preventScrollReset
        className="btn btn-icon"
        aria-label="Cancel"
        onClick={(event) => {
          if (!isAddressed) event.preventDefault();
          close();
        }}
      >
        <Icon name="close" />
      </Link>
    </Form>
  );
}
