import { useRouteLoaderData } from '@remix-run/react';

/** A message shown once: a toast or, without scripts, a banner. */
export interface Toast {
  title: string;
  text?: string;
  /** The destructive variant. */
  failed?: boolean;
  /** Entries of the trash. */
  undo?: number[];
  /** The act on several deals that can be undone. */
  undoAct?: number;
}

export interface RootData {
  viewer?: { name: string; email: string; isStaff: boolean; isAdmin: boolean };
  toast?: Toast;
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
