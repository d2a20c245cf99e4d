import { z } from 'zod';
import { isCalendarDay, isSupportedDay } from './calendar-day';

export const CalendarDay = z
  .string('Please enter a date as YYYY-MM-DD')
  .refine((value) => value === '' || isCalendarDay(value), {
    error: 'Please enter a date as YYYY-MM-DD',
    abort: true,
  })
  .refine(
    (value) => value === '' || isSupportedDay(value),
    'Please enter a date from 1900 to 2200',
  );
