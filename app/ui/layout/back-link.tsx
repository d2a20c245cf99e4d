import { Link } from '@remix-run/react';
import { Icon } from '~/ui/icon';

export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="link link-quiet inline-flex items-center gap-1 text-base wrap-anywhere text-ink-muted print:hidden"
    >
      <Icon name="back" />
      {children}
    </Link>
  );
}
