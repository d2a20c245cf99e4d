const CORNERS = ['bottom-right', 'top-right', 'bottom-left', 'top-left'] as const;
export type Corner = (typeof CORNERS)[number];

/** In px: the room that a toast of some lines takes with its distance to the edges. */
const WIDTH = 344;
const HEIGHT = 150;
const BAR = 48;

let pointer: { x: number; y: number } | undefined;

export function watchPointer(): () => void {
  const note = ({ x, y }: PointerEvent) => (pointer = { x, y });
  const events = ['pointermove', 'pointerdown'] as const;
  for (const event of events) document.addEventListener(event, note, { passive: true });
  return () => events.forEach((event) => document.removeEventListener(event, note));
}

/** The first corner where a toast covers neither the focus, nor the pointer, nor the save bar. */
export function freeCorner(): Corner {
  const worked = inUse();
  const isFree = (corner: Corner) => !worked.some((rect) => overlap(rect, areaOf(corner)));
  return CORNERS.find(isFree) ?? 'top-right';
}

export function isCovered(): boolean {
  const toast = document.querySelector('[data-sonner-toast]');
  const focus = document.activeElement;
  if (!toast || !focus || toast.contains(focus)) return false;
  return isSmall(focus) && overlap(focus.getBoundingClientRect(), toast.getBoundingClientRect());
}

function inUse(): DOMRect[] {
  const focus = document.activeElement;
  const elements = [
    ...document.querySelectorAll('.save-bar'),
    ...(focus && isSmall(focus) ? [focus] : []),
  ];
  const rects = elements.map((element) => element.getBoundingClientRect());
  return pointer ? [...rects, new DOMRect(pointer.x, pointer.y, 1, 1)] : rects;
}

function isSmall(element: Element): boolean {
  return element.getBoundingClientRect().height < innerHeight / 2;
}

function areaOf(corner: Corner): DOMRect {
  const x = corner.endsWith('right') ? innerWidth - WIDTH : 0;
  const y = corner.startsWith('bottom') ? innerHeight - HEIGHT : BAR;
  return new DOMRect(x, y, WIDTH, HEIGHT);
}

function overlap(one: DOMRect, other: DOMRect): boolean {
  return (
    one.left < other.right &&
    other.left < one.right &&
    one.top < other.bottom &&
    other.top < one.bottom
  );
}
