import { useRouteLoaderData } from '@remix-run/react';
import type { readAppearance } from '~/web/appearance.server';
import type { Toast } from '~/web/toast.server';

export interface RootData {
  viewer?: { name: string; email: string; isStaff: boolean; isAdmin: boolean };
  toast?: Toast;
  timeZone: string;
  language: string;
  /** The Set-Cookie text of the time zone, without its value. */
  timeZoneCookie: string;
  appearance: ReturnType<typeof readAppearance>;
}

/** Undefined on an error page whose root loader failed. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData('root');
}
