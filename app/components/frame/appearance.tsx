import { Form, useLocation, useSearchParams } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useRootData } from './root-data';

const NEXT_THEME = { system: 'light', light: 'dark', dark: 'system' } as const;
const NEXT_DENSITY = { comfortable: 'compact', compact: 'comfortable' } as const;

export function ThemeSwitch() {
  const theme = useRootData()?.appearance.theme ?? 'system';
  return (
    <Switch
      name="theme"
      value={NEXT_THEME[theme]}
      label={`Theme: ${theme}. Change to ${NEXT_THEME[theme]}`}
    />
  );
}

/** The address's, as a view names it, else the browser's. */
export function useDensity(): 'comfortable' | 'compact' {
  const [params] = useSearchParams();
  const chosen = useRootData()?.appearance.density;
  const named = params.get('density');
  return (named ?? chosen) === 'compact' ? 'compact' : 'comfortable';
}

export function DensitySwitch() {
  const density = useDensity();
  return (
    <Switch
      name="density"
      value={NEXT_DENSITY[density]}
      label={`Rows: ${density}. Change to ${NEXT_DENSITY[density]}`}
    />
  );
}

/** Switches the shortcuts of a single key (rule 12.26). */
export function ShortcutsSwitch() {
  const isOn = useSingleKeys();
  return (
    <SettingForm>
      <button name="shortcuts" value={isOn ? 'off' : 'on'} className="btn">
        {isOn ? 'Turn off single-key shortcuts' : 'Turn on single-key shortcuts'}
      </button>
    </SettingForm>
  );
}

export function useSingleKeys(): boolean {
  return useRootData()?.appearance.shortcuts !== 'off';
}

/** An item of a menu. */
function Switch({ name, value, label }: { name: string; value: string; label: string }) {
  return (
    <SettingForm>
      <button name={name} value={value}>
        {label}
      </button>
    </SettingForm>
  );
}

function SettingForm({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  return (
    <Form method="post" action="/settings" preventScrollReset>
      <input type="hidden" name="back" value={pathname + search} />
      {children}
    </Form>
  );
}
