import { Link } from '@remix-run/react';
import { CopyButton } from '~/ui/copy-button';

interface OneTimeSecretProps {
  what: 'Address' | 'Token';
  secret: string;
  hint: string;
  back: string;
}

export function OneTimeSecret({ what, secret, hint, back }: OneTimeSecretProps) {
  return (
    <>
      <pre className="letter break-all select-all" aria-label={what}>
        {secret}
      </pre>
      <p className="hint">{hint}</p>
      <p className="flex flex-wrap gap-2">
        <CopyButton text={secret} label={`Copy ${what.toLowerCase()}`} />
        <Link to={back} className="btn btn-primary">
          Done
        </Link>
      </p>
    </>
  );
}
