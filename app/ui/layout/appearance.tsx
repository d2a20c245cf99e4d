import { Form, useLocation, useSearchParams } from '@remix-run/react';
import { useRootData } from './root-data';

const THEMES = { system: 'System', light: 'Light', dark: 'Dark' };
const DENSITIES = { comfortable: 'Comfortable', compact: 'Compact' };

export function ThemeSwitch() {
  const theme = useRootData()?.appearance.theme ?? 'system';
  return <Choices title="Theme" name="theme" choices={THEMES} chosen={theme} />;
}

export function useDensity(): 'comfortable' | 'compact' {
  const [params] = useSearchParams();
  const chosen = useRootData()?.appearance.density;
  const named = params.get('density');
  return (named ?? chosen) === 'compact' ? 'compact' : 'comfortable';
}

export function DensitySwitch() {
  return <Choices title="Rows" name="density" choices={DENSITIES} chosen={useDensity()} />;
}

interface ChoicesProps {
  title: string;
  name: string;
  choices: Record<string, string>;
  chosen: string;
}

function Choices({ title, name, choices, chosen }: ChoicesProps) {
  const { pathname, search } = useLocation();
  return (
    <Form
      method="post"
      action="/settings"
      preventScrollReset
      className="flex items-center gap-1 pl-3"
      aria-label={title}
    >
      <input type="hidden" name="back" value={pathname + search} />
      <span className="muted mr-1">{title}</span>
      {Object.entries(choices).map(([value, label]) => (
        <button
          key={value}
          name={name}
          value={value}
          className="w-auto px-2 aria-pressed:font-semibold"
          aria-label={`${title}: ${value}`}
          aria-pressed={value === chosen}
        >
          {label}
        </button>
      ))}
    </Form>
  );
}

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
