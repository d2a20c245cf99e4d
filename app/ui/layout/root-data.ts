import { useRouteError, useRouteLoaderData } from '@remix-run/react';

export interface Toast {
  title: string;
  text?: string;
  failed?: boolean;
  undo?: string;
  /**
   * Disappears in seconds, as there is another way to undo; others stay as long as Undo is
   * possible.
   */
  isBrief?: boolean;
  /** Id of a deal that the toast links to. */
  deal?: number;
}

export interface RootViewer {
  id: string;
  name: string;
  email: string;
  isStaff: boolean;
  isAdmin: boolean;
  inbox?: number;
  dueTasks: number;
  mentions: number;
}

export interface RootData {
  viewer?: RootViewer;
  toast?: Toast;
  savedSubmission?: { key: string; values: Record<string, string | string[]> };
  timeZone: string;
  language: string;
  timeZoneCookie: string;
  appearance: {
    theme: 'system' | 'light' | 'dark';
    density: 'comfortable' | 'compact';
    shortcuts: 'on' | 'off';
  };
}

/** Returns undefined on the page of an error before the root's data were loaded. */
export function useRootData(): RootData | undefined {
  const loaded = useRouteLoaderData('root') as RootData | undefined;
  const error = useRouteError() as { data?: { root?: RootData } } | undefined;
  return loaded ?? error?.data?.root;
}
