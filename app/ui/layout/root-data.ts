import { useRouteLoaderData } from '@remix-run/react';

/** A message shown once: a toast or, without scripts, a banner. */
export interface Toast {
  title: string;
  text?: string;
  /** The destructive variant. */
  failed?: boolean;
  /** The act that can be undone. */
  undo?: string;
  /** It is gone in seconds, as there is another way to undo; others stay as long as it is possible. */
  isBrief?: boolean;
}

export interface RootViewer {
  name: string;
  email: string;
  isStaff: boolean;
  isAdmin: boolean;
  /** Notes that mention the viewer and are not opened yet. */
  mentions: number;
}

export interface RootData {
  viewer?: RootViewer;
  toast?: Toast;
  /** A form that was sent after the session had ended, on the page that shows it again. */
  late?: { key: string; values: Record<string, string | string[]> };
  timeZone: string;
  language: string;
  /** The Set-Cookie text of the time zone, without its value. */
  timeZoneCookie: string;
  appearance: {
    theme: 'system' | 'light' | 'dark';
    density: 'comfortable' | 'compact';
    shortcuts: 'on' | 'off';
  };
}

/** Undefined on an error page whose root loader failed. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData('root');
}
