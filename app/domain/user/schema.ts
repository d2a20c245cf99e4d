import { z } from 'zod';
import { normalizeText } from '#db/fold';
import { clearable, lineSchema } from '~/domain/text/schema';
import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH, USER_FIELD_MESSAGES } from './fields';

export function createEmailSchema(message: string) {
  return z.string(message).trim().max(MAX_EMAIL_LENGTH, message).pipe(z.email(message));
}

/** Includes whatever mail programs turn into a link, since mails contain names. */
const ADDRESS_PATTERN = /@|\/\/|www\.|http|\.\p{L}{2}/iu;

const LINE_END_PATTERN = /[\n\v\f\r\u0085\u2028\u2029]/;

function createPersonNameSchema(requiredMessage?: string) {
  return lineSchema(MAX_NAME_LENGTH, requiredMessage, { keepsLineEnds: true })
    .refine((name) => !LINE_END_PATTERN.test(name), 'Please enter the name on one line')
    .refine(
      (name) => !ADDRESS_PATTERN.test(normalizeText(name, 'NFKC')),
      'Please enter a name only, without a web or email address',
    );
}

export const Email = createEmailSchema(USER_FIELD_MESSAGES.email);

export const requiredNames = {
  firstName: createPersonNameSchema(USER_FIELD_MESSAGES.firstName),
  lastName: createPersonNameSchema(USER_FIELD_MESSAGES.lastName),
};

export const optionalNames = {
  firstName: clearable(createPersonNameSchema()),
  lastName: clearable(createPersonNameSchema()),
};

export const ChangeName = z.object(requiredNames);

export type ChangeName = z.output<typeof ChangeName>;

export const NAME_FORM_FIELDS = { text: [...ChangeName.keyof().options, 'intent'] } as const;
