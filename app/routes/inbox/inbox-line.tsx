import { Link, useLocation } from '@remix-run/react';
import { ButtonForm } from '~/ui/form/button-form';
import { AddToDealButtons, ItemFiles, ItemMatches, ItemMeta } from '~/ui/inbox/item-parts';
import type { ItemView } from '~/ui/inbox/item-view.server';

interface InboxLineProps {
  item: ItemView;
  reasons: string[];
}

export function InboxLine({ item, reasons }: InboxLineProps) {
  const { id, title, excerpt, subject } = item;
  const address = `/inbox/${id}`;
  return (
    <li className="card grid grid-cols-1 gap-2" data-item={id}>
      <div>
        <h2 className="wrap-anywhere">
          <Link to={address}>{title}</Link>
        </h2>
        <ItemMeta item={item} />
      </div>
      {(subject ?? excerpt) && (
        <p className="line-clamp-2 wrap-anywhere">
          {subject && <bdi className="font-semibold">{subject}</bdi>} <bdi>{excerpt}</bdi>
        </p>
      )}
      <ItemFiles files={item.files} />
      <ItemMatches matches={item.matches} />
      <Buttons item={item} address={address} reasons={reasons} />
    </li>
  );
}

function Buttons({ item, address, reasons }: InboxLineProps & { address: string }) {
  const { pathname, search } = useLocation();
  const { state, companyName, suggestedName, title, matches } = item;
  const isPending = state === 'pending';
  return (
    <ButtonForm action={address} failure="Not saved" className="flex flex-wrap items-center gap-2">
      <input type="hidden" name="back" value={pathname + search} />
      {isPending && companyName === null && (
        <input
          name="companyName"
          defaultValue={suggestedName}
          placeholder="Company"
          aria-label={`Company of ${title}`}
          required
          className="input w-48"
          autoComplete="off"
        />
      )}
      {isPending ? (
        <>
          <Decision intent="accept" title={title}>
            Accept
          </Decision>
          <AddToDealButtons matches={matches} />
          <Decision intent="junk" title={title}>
            Junk
          </Decision>
          <div className="flex gap-2 max-sm:flex-1">
            {reasons.length > 0 && (
              <select
                name="reason"
                aria-label={`Reason to decline ${title}`}
                className="input w-48 max-sm:flex-1"
              >
                <option value="">No reason</option>
                {reasons.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
            )}
            <Decision intent="decline" title={title}>
              Decline
            </Decision>
          </div>
        </>
      ) : (
        <Decision intent="reopen" title={title}>
          Reopen
        </Decision>
      )}
    </ButtonForm>
  );
}

interface DecisionProps {
  intent: string;
  title: string;
  children: string;
}

function Decision({ intent, title, children }: DecisionProps) {
  return (
    <button name="intent" value={intent} formNoValidate={intent !== 'accept'} className="btn">
      {children}
      <span className="sr-only"> {title}</span>
    </button>
  );
}
