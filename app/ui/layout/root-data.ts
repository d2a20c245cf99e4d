import { useRouteLoaderData } from '@remix-run/react';

/** Message shown once: a toast or, without scripts, a banner. */
export interface Toast {
  title: string;
  text?: string;
  /** Uses the destructive variant. */
  failed?: boolean;
  /** Operation that can be undone. */
  undo?: string;
  /**
   * Disappears in seconds, as there is another way to undo; others stay as long as Undo is
   * possible.
   */
  isBrief?: boolean;
}

export interface RootViewer {
  name: string;
  email: string;
  isStaff: boolean;
  isAdmin: boolean;
  /** Own tasks that are overdue or due today. */
  dueTasks: number;
  /** Unread notes that mention the viewer. */
  mentions: number;
}

export interface RootData {
  viewer?: RootViewer;
  toast?: Toast;
  /** Form that was sent without a session, on the page that shows it again. */
  savedSubmission?: { key: string; values: Record<string, string | string[]> };
  timeZone: string;
  language: string;
  /** Set-Cookie text of the time zone, without its value. */
  timeZoneCookie: string;
  appearance: {
    theme: 'system' | 'light' | 'dark';
    density: 'comfortable' | 'compact';
    shortcuts: 'on' | 'off';
  };
}

/** Returns undefined on an error page whose root loader failed. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData('root');
}
