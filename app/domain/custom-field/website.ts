import type { CustomField } from '#db/schema';

/** Finds the custom field that takes a company's website. */
export function findWebsiteField(fields: CustomField[]): CustomField | undefined {
  return fields.find(
    ({ name, kind }) =>
      name.trim().toLowerCase() === 'website' && (kind === 'link' || kind === 'text'),
  );
}
