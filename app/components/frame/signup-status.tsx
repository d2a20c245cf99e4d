import type { User } from '#db/schema';

const NEWS: Record<User['approvalStatus'], string> = {
  pending:
    'Your account is waiting for admin approval. This page will tell you once it is decided.',
  approved: 'Your account is approved. You can now log in with your credentials.',
  rejected: 'Your account was not approved.',
};

/** What became of the account that this browser signed up for (rule 1.10). */
export function SignupNews({ status }: { status?: User['approvalStatus'] }) {
  if (!status) return null;
  return (
    <div role="status" className={`notice mt-4 ${status === 'rejected' ? 'notice-failed' : ''}`}>
      <p>{NEWS[status]}</p>
    </div>
  );
}
