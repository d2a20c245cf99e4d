import { Link } from '@remix-run/react';
import { CopyButton } from '~/ui/copy-button';
import { useHydrated } from '~/ui/layout/hydrated';
import { CollapsedIntentForm, type IntentReply } from './intent-form';

export function RecoveryCodesSection({ left, reply }: { left: number; reply: IntentReply }) {
  return (
    <section className="section">
      <h2>Recovery codes</h2>
      <p>
        {left} of 10 left. Each signs you in once, without the app or a passkey. New codes replace
        the old ones.
      </p>
      <CollapsedIntentForm
        summary="New recovery codes"
        intent="codes"
        reply={reply}
        title="No codes were created"
        button="Create new codes"
      />
    </section>
  );
}

export function NewRecoveryCodes({ codes, next }: { codes: string[]; next: string }) {
  const isHydrated = useHydrated();
  return (
    <section className="section new-codes">
      <h2>Your recovery codes</h2>
      <p role="status">
        Two-step login is on. Print these codes or write them down, and keep them apart from your
        phone. They are shown only once.
      </p>
      <ol className="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <p className="flex flex-wrap gap-2">
        <button type="button" className="btn" hidden={!isHydrated} onClick={() => window.print()}>
          Print
        </button>
        <CopyButton text={codes.join('\n')} label="Copy codes" />
        <Link to={next} className="btn btn-primary">
          I have saved them
        </Link>
      </p>
    </section>
  );
}
