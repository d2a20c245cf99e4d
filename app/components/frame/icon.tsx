import { createContext, useContext } from 'react';
import type { IconName } from '~/web/icons.server';

/** All icons, where the server draws the page. */
export const IconSprite = createContext<string | undefined>(undefined);

const ID = 'icons';
/** Scripts take them from the page, in case it has to be made anew. */
const drawn = typeof document === 'undefined' ? '' : document.getElementById(ID)?.innerHTML;

export function Icons() {
  const __html = useContext(IconSprite) ?? drawn ?? '';
  return <svg id={ID} className="hidden" aria-hidden dangerouslySetInnerHTML={{ __html }} />;
}

/** Decorative unless it has a `label`. */
export function Icon({
  name,
  label,
  className = 'icon',
}: {
  name: IconName;
  label?: string;
  className?: string;
}) {
  return (
    <svg
      className={className}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <use href={`#i-${name}`} />
    </svg>
  );
}
