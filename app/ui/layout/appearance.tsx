import { Form, useLocation, useSearchParams } from '@remix-run/react';
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

/** Reads the address, as a view may name the density, else the cookie. */
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

/** Switches the single-key shortcuts (rule 12.26). */
export function ShortcutsSwitch() {
  const isOn = useSingleKeyShortcuts();
  return (
    <Switch
      name="shortcuts"
      value={isOn ? 'off' : 'on'}
      label={isOn ? 'Turn off single-key shortcuts' : 'Turn on single-key shortcuts'}
      className="btn"
    />
  );
}

export function useSingleKeyShortcuts(): boolean {
  return useRootData()?.appearance.shortcuts !== 'off';
}

interface SwitchProps {
  name: string;
  value: string;
  label: string;
  className?: string;
}

function Switch({ label, ...setting }: SwitchProps) {
  const { pathname, search } = useLocation();
  return (
    <Form method="post" action="/settings" preventScrollReset>
      <input type="hidden" name="back" value={pathname + search} />
      <button {...setting}>{label}</button>
    </Form>
  );
}
