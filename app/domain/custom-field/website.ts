import type { CustomField } from '#db/schema';

export function findWebsiteField(fields: CustomField[]): CustomField | undefined {
  return fields.find(
    ({ name, kind }) =>
      name.trim().toLowerCase() === 'website' && (kind === 'link' || kind === 'text'),
  );
}
