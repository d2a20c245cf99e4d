import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { formatNumber } from '~/domain/text/text';
import type { RecordReply } from '~/ui/deal/record-form';
import { AddDisclosure } from '~/ui/form/add-disclosure';
import { ContactForm } from './contact-form';
import type { ContactsView } from './contact-view.server';

interface ContactListProps extends ContactsView {
  back: string;
  reply?: RecordReply;
  isOpen?: boolean;
  children?: ReactNode;
}

export function ContactList({ back, reply, isOpen, children, ...view }: ContactListProps) {
  const { dealId, contacts, total, names, canEdit } = view;
  const address = `/pipeline/${dealId}/contacts`;
  return (
    <>
      {contacts.length > 0 && (
        <ul className="contacts ruled wrap-anywhere">
          {contacts.map((contact) => (
            <ContactLine
              key={contact.id}
              contact={contact}
              edit={
                canEdit ? `${address}/${contact.id}?${new URLSearchParams({ back })}` : undefined
              }
            />
          ))}
        </ul>
      )}
      {children ??
        (total > contacts.length && (
          <p>
            <Link to={address} className="link">
              All {formatNumber(total)} contacts
            </Link>
          </p>
        ))}
      {canEdit && (
        <AddDisclosure label="Add a contact" isOpen={isOpen}>
          <ContactForm
            // Empties the form once a contact is stored.
            key={total}
            action={address}
            back={back}
            names={names}
            reply={reply}
          />
        </AddDisclosure>
      )}
    </>
  );
}

interface ContactLineProps {
  contact: ContactsView['contacts'][number];
  edit?: string;
}

function ContactLine({ contact, edit }: ContactLineProps) {
  const { id, name, role, email, phone, dial, link, note } = contact;
  return (
    <li id={`contact-${id}`} className="py-1.5">
      <p className="flex items-baseline justify-between gap-3 *:py-0.5">
        <span>
          <strong className="font-semibold">{name}</strong>
          {role && <span className="muted">, {role}</span>}
        </span>
        {edit && (
          <Link to={edit} className="link link-quiet flex-none">
            Edit<span className="sr-only"> {name}</span>
          </Link>
        )}
      </p>
      <p className="flex flex-wrap gap-x-4 *:py-0.5">
        {email && (
          <a href={`mailto:${email}`} className="link link-quiet">
            {email}
          </a>
        )}
        {phone && (dial ? <DialLink phone={phone} dial={dial} /> : <span>{phone}</span>)}
        {link && (
          <a href={link} className="link link-quiet" rel="noopener noreferrer" target="_blank">
            {link.replace(/^https?:\/\/(www\.)?|\/$/gi, '')}
          </a>
        )}
      </p>
      {note && <p className="muted whitespace-pre-wrap">{note}</p>}
    </li>
  );
}

function DialLink({ phone, dial }: { phone: string; dial: string }) {
  return (
    <a href={`tel:${dial}`} className="link link-quiet">
      {phone}
    </a>
  );
}
