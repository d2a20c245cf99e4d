import { type FormProps, useLocation, useSearchParams } from '@remix-run/react';
import { ButtonForm } from '~/ui/form/button-form';
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
  return (
    <SettingsForm className="flex items-center gap-1 pl-3" aria-label={title}>
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
    </SettingsForm>
  );
}

function SettingsForm({ children, ...form }: FormProps) {
  const { pathname, search } = useLocation();
  return (
    <ButtonForm action="/settings" failure="Not changed" {...form}>
      <input type="hidden" name="back" value={pathname + search} />
      {children}
    </ButtonForm>
  );
}

export function ShortcutsSwitch() {
  const isOn = useSingleKeyShortcuts();
  return (
    <SettingsForm>
      <button name="shortcuts" value={isOn ? 'off' : 'on'} className="btn">
        {isOn ? 'Turn off single-key shortcuts' : 'Turn on single-key shortcuts'}
      </button>
    </SettingsForm>
  );
}

export function useSingleKeyShortcuts(): boolean {
  return useRootData()?.appearance.shortcuts !== 'off';
}
