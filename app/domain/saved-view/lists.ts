import type { SavedView } from '#db/schema';

export const SAVED_VIEW_LISTS = ['/dashboard', '/admin/pipelines'] as const;
export type SavedViewList = (typeof SAVED_VIEW_LISTS)[number];
export type SavedViewState = Pick<SavedView, 'search' | 'density' | 'columns'>;
