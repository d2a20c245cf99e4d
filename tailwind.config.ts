import type { Config } from 'tailwindcss';

/** The design tokens. Their light and dark values stand in app/styles/base.css; components use these names alone. */
const token = (name: string) => `var(--${name})`;

export default {
  content: ['./app/**/*.{ts,tsx}'],
  theme: {
    screens: { sm: '640px', md: '768px', lg: '1024px', xl: '1280px' },
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      paper: token('paper'),
      surface: token('surface'),
      sunken: token('sunken'),
      line: token('line'),
      'line-control': token('line-control'),
      'line-strong': token('line-strong'),
      bar: token('bar'),
      ink: { DEFAULT: token('ink'), muted: token('ink-muted') },
      accent: { DEFAULT: token('accent'), ink: token('accent-ink'), wash: token('accent-wash') },
      danger: { DEFAULT: token('danger'), wash: token('danger-wash') },
      green: { DEFAULT: token('green'), ink: token('green-ink'), bar: token('green-bar') },
      yellow: { DEFAULT: token('yellow'), ink: token('yellow-ink'), bar: token('yellow-bar') },
      red: { DEFAULT: token('red'), ink: token('red-ink'), bar: token('red-bar') },
      grey: { DEFAULT: token('grey'), ink: token('grey-ink') },
    },
    extend: { spacing: { target: token('target') } },
    fontFamily: { sans: ['system-ui', 'sans-serif'] },
    fontSize: {
      tiny: '9px',
      sheet: '10px',
      fine: '12px',
      meta: ['12px', '16px'],
      print: '11px',
      small: '13px',
      base: ['14px', '20px'],
      text: ['15px', '22px'],
      title: ['20px', '28px'],
      figure: ['24px', '32px'],
    },
    // In app/tailwind.css, without the variable that these would set.
    fontWeight: {},
    borderRadius: { none: '0', control: '6px', card: '10px', full: '9999px' },
    boxShadow: { float: '0 8px 30px rgb(0 0 0 / 0.18)', none: 'none' },
  },
} satisfies Config;
