import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { readSignupStatus, requireSignedOut } from '~/http/session/login.server';
import { SignupStatus } from '~/ui/account/signup-status';
import { Icon } from '~/ui/icon';
import { CentredCard } from '~/ui/layout/centred-card';
import { PRODUCT_NAME } from '~/ui/layout/document-head';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireSignedOut(request);
  return { signup: await readSignupStatus(request) };
}

export default function Landing() {
  const { signup } = useLoaderData<typeof loader>();
  return (
    <CentredCard>
      <div className="flex flex-col items-center text-center">
        <Icon name="logo" label="Logo" className="size-10 text-accent" />
        <h1 className="mt-4">{PRODUCT_NAME}</h1>
        <p className="mt-1">Sign in to manage your deal pipeline</p>
        <p className="mt-1 text-ink-muted">Access your investment pipeline management dashboard</p>
      </div>
      <SignupStatus status={signup} />
      <div className="mt-6 grid gap-2">
        <Link to="/login" className="btn btn-primary">
          Sign In
        </Link>
        <Link to="/signup" className="btn">
          Sign Up
        </Link>
      </div>
    </CentredCard>
  );
}
