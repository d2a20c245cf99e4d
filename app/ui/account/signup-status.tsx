import type { User } from '#db/schema';

const STATUS_MESSAGES: Record<User['approvalStatus'], string> = {
  pending: 'Your account is waiting for admin approval. This page will show the decision.',
  approved: 'Your account is approved. You can now log in with your credentials.',
  rejected: 'Your account was not approved.',
};

export function SignupStatus({ status }: { status?: User['approvalStatus'] }) {
  if (!status) return null;
  return (
    <div role="status" className={`notice mt-4 ${status === 'rejected' ? 'notice-failed' : ''}`}>
      <p>{STATUS_MESSAGES[status]}</p>
    </div>
  );
}
