import { Form, useNavigate } from '@remix-run/react';
import { type FormEvent, useState } from 'react';
import { deleteAllDrafts } from '~/ui/form/draft';
import { allowLeaving, confirmLeaving } from '~/ui/form/unsaved-guard';
import { showToast } from '~/ui/toast/show-toast';
import { clearListCache } from './list-cache';

/**
 * Redirects after a delay (rules 1.22 and 12.11); without scripts the server redirects immediately.
 */
export function LogoutButton({ isInAdmin }: { isInAdmin: boolean }) {
  const navigate = useNavigate();
  const [isLeaving, setIsLeaving] = useState(false);

  async function signOut(event: FormEvent) {
    event.preventDefault();
    if (!confirmLeaving()) return;
    setIsLeaving(true);
    const answer = await fetch('/api/auth/logout', { method: 'POST' }).catch(() => undefined);
    if (!answer?.ok) {
      setIsLeaving(false);
      showToast({
        title: 'Logout failed',
        text: 'There was an error logging out. Please try again.',
        failed: true,
      });
      return;
    }
    clearListCache();
    allowLeaving();
    deleteAllDrafts();
    showToast({ title: 'Logged out', text: 'You have been logged out successfully' });
    setTimeout(() => navigate(isInAdmin ? '/' : '/login'), isInAdmin ? 500 : 100);
  }

  return (
    <Form method="post" action="/logout" onSubmit={signOut}>
      {isInAdmin && <input type="hidden" name="from" value="admin" />}
      <button className="btn btn-quiet" disabled={isLeaving}>
        Logout
      </button>
    </Form>
  );
}
