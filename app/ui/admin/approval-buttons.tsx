import { Form, useLocation, useNavigation } from '@remix-run/react';

/** Returns to the current page. */
export function ApprovalButtons({ id, who }: { id: string; who: string }) {
  const { pathname, search } = useLocation();
  const busy = useNavigation().formData?.get('id') === id;
  return (
    <Form method="post" action="/admin/approvals" preventScrollReset className="flex gap-2">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="back" value={pathname + search} />
      <button
        name="intent"
        value="approve"
        className="btn"
        disabled={busy}
        aria-label={`Approve ${who}`}
      >
        Approve
      </button>
      <button
        name="intent"
        value="reject"
        className="btn btn-danger"
        disabled={busy}
        aria-label={`Reject ${who}`}
      >
        Reject
      </button>
    </Form>
  );
}
