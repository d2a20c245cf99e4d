import { useRouteError, useRouteLoaderData } from '@remix-run/react';
import type { Toast } from '~/toast';

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
