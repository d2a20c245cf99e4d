import { Link, useLoaderData } from '@remix-run/react';
import { ErrorSummary } from '~/ui/form/error-summary';
import type { FormEntries } from '~/ui/form/form-entries';
import { EnteredText, useSavedSubmission } from '~/ui/form/saved-submission';
import { useReply } from '~/ui/form/unsent-form';
import { ItemFiles, ItemMatches, ItemMeta } from '~/ui/inbox/item-parts';
import { useTriageKeys } from '~/ui/inbox/triage-keys';
import { AppLayout } from '~/ui/layout/app-layout';
import { BackLink } from '~/ui/layout/back-link';
import { createTitleMeta } from '~/ui/layout/document-head';
import { LinkedText } from '~/ui/text/linked-text';
import { AcceptForm, DeclineForm, JunkForm, ReopenForm } from './decision-forms';
import { DeclineText } from './decline-text';
import type { action } from './form.server';
import type { loader } from './view.server';

export const meta = createTitleMeta<typeof loader>('Inbox', ({ item }) => item.title);

export { clientAction, handle, shouldRevalidate } from '~/ui/form/unsent-form';

export { action } from './form.server';
export { loader } from './view.server';

export default function InboxItemPage() {
  const { item, decision, dealId, ...view } = useLoaderData<typeof loader>();
  const answer = useReply<typeof action>();
  const saved = useSavedSubmission();
  const sent = answer ?? (saved && { sent: saved, errors: {}, problem: undefined });
  useTriageKeys();
  return (
    <AppLayout>
      <div className="grid max-w-240 grid-cols-1 gap-4" data-item={item.id}>
        <div>
          <BackLink to="/inbox">Inbox</BackLink>
          <h1 className="wrap-anywhere">{item.title}</h1>
          <ItemMeta item={item} />
        </div>
        {sent?.problem && <ErrorSummary title="Not saved" text={sent.problem} />}
        {decision && sent && <EnteredText fields={listEnteredTexts(sent.sent, view.presetText)} />}
        {decision && (
          <section className="card grid grid-cols-1 gap-3" aria-label="Decision">
            <p className="wrap-anywhere">
              <strong className="font-semibold">{item.stateLabel}</strong> by {decision.by},{' '}
              {decision.at}
              {decision.reason && `: ${decision.reason}`}
            </p>
            {dealId !== null && (
              <Link to={`/pipeline/${dealId}`} className="link">
                Open the deal
              </Link>
            )}
            {item.state === 'declined' && (
              <DeclineText text={view.declineText} address={item.senderAddress} />
            )}
            {view.whyNotReopened && <p className="hint">{view.whyNotReopened}</p>}
            {view.canReopen && !view.whyNotReopened && <ReopenForm />}
          </section>
        )}
        {!decision && <AcceptForm item={item} sent={sent} {...view} />}
        <section className="card grid grid-cols-1 gap-3" aria-label="What came in">
          <Facts facts={view.facts} />
          {item.subject && <p className="font-semibold wrap-anywhere">{item.subject}</p>}
          {view.text && (
            <p className="text-text break-words whitespace-pre-wrap">
              <LinkedText text={view.text} />
            </p>
          )}
          {view.quotedText && (
            <details>
              <summary className="link">Earlier emails and signature</summary>
              <p className="break-words whitespace-pre-wrap text-ink-muted">
                <LinkedText text={view.quotedText} />
              </p>
            </details>
          )}
          <ItemFiles files={item.files} />
          <ItemMatches matches={item.matches} />
        </section>
        {!decision && (
          <>
            <DeclineForm sent={sent} {...view} />
            <JunkForm address={item.senderAddress} />
          </>
        )}
      </div>
    </AppLayout>
  );
}

/** Lists texts that would be lost, as an item that is decided has no form for them. */
function listEnteredTexts(
  { reason = '', text = '' }: Partial<Record<string, string>>,
  presetText: string,
): FormEntries {
  const isPreset = text.replaceAll('\r\n', '\n') === presetText;
  return [
    ['reason', reason],
    ['text', isPreset ? '' : text],
  ];
}

function Facts({ facts }: { facts: { label: string; value: string }[] }) {
  if (!facts.length) return null;
  return (
    <dl className="facts">
      {facts.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt>{label}</dt>
          <dd>
            <LinkedText text={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
