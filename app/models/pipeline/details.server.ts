import type { Viewer } from '~/models/access';
import { daysAfter, formatDay, localDay, type Locale } from '~/models/dates';
import { DETAILS_SECTIONS, PIPELINE_FIELDS, type PipelineField } from './fields';
import { valueLabel } from './labels';
import type { PipelineDetails } from './list.server';
import { meetingDays } from './options';
import { findPipeline } from './write.server';

/** Data of the details dialog; undefined without an id, or if the deal is not visible. */
export async function detailsView(viewer: Viewer, id: string | null, locale: Locale) {
  const pipeline = /^[1-9]\d{0,14}$/.test(id ?? '')
    ? await findPipeline(viewer, Number(id))
    : undefined;
  if (!pipeline) return undefined;
  const sections = DETAILS_SECTIONS.map((title) => ({
    title,
    facts: PIPELINE_FIELDS.flatMap((field) => {
      const { key, kind, label, details } = field;
      if (details === 'title' || details.section !== title) return [];
      return [{ key, kind, label: details.label ?? label, value: shown(field, pipeline, locale) }];
    }),
  }));
  return { id: pipeline.id, companyName: pipeline.companyName, sections };
}
export type DetailsView = NonNullable<Awaited<ReturnType<typeof detailsView>>>;

function shown(
  { key, kind }: PipelineField,
  pipeline: PipelineDetails,
  locale: Locale,
): string | string[] | null {
  const value = pipeline[key];
  if (value === null || Array.isArray(value)) return value;
  if (typeof value === 'number') return `${value}/10`;
  if (kind === 'day') return formatDay(value, locale);
  if (key !== 'nextMeetingDate') return valueLabel(key, value);
  const day = meetingDay(value, locale);
  return day ? `${value} (${day})` : value;
}

/** The next meeting's day, counted from today; undefined for N/A and unknown values. */
export function meetingDay(nextMeetingDate: string | null, locale: Locale): string | undefined {
  const days = meetingDays(nextMeetingDate);
  const today = localDay(new Date(), locale);
  return days === null ? undefined : formatDay(daysAfter(today, days), locale);
}
