import type { OwnField } from '#db/schema';
import { type FieldAnswer, fieldJson } from './json';
import { OWN_SECTION } from './kinds';

/** A field as the admin area shows it. */
export type FieldView = FieldAnswer & { section: string };

export function fieldView(field: OwnField): FieldView {
  return { ...fieldJson(field), section: field.section ?? OWN_SECTION };
}
