import { Link } from '@remix-run/react';
import { ButtonForm } from '~/ui/form/button-form';
import type { TokenView } from './view.server';

export function TokenList({ tokens }: { tokens: TokenView[] }) {
  return (
    <section className="section">
      <h2>API tokens</h2>
      <p>
        For scripts that read or change deals for you. A token can do what you can, except manage
        accounts and passwords.
      </p>
      {tokens.length > 0 && (
        <ul className="grid gap-3" aria-label="API tokens">
          {tokens.map((token) => (
            <TokenItem key={token.id} {...token} />
          ))}
        </ul>
      )}
      <p>
        <Link to="/account/tokens" className="btn">
          New API token
        </Link>
      </p>
    </section>
  );
}

function TokenItem({ id, name, access, created, expires, isExpired, used }: TokenView) {
  return (
    <li className="flex items-center justify-between gap-4">
      <p className="min-w-0 break-words">
        {name}
        <span className="pill ml-2">{access}</span>
        <span className="hint block">
          Created {created}, {isExpired ? 'expired' : 'expires'} {expires}
        </span>
        <span className="hint block">{used ? `Last used ${used}` : 'Never used'}</span>
      </p>
      <ButtonForm action="/account/tokens" failure="Not revoked" className="shrink-0">
        <input type="hidden" name="intent" value="end" />
        <input type="hidden" name="id" value={id} />
        <button className="btn btn-danger" aria-label={`Revoke the token ${name}`}>
          Revoke
        </button>
      </ButtonForm>
    </li>
  );
}
