const CORNERS = ['bottom-right', 'top-right', 'bottom-left', 'top-left'] as const;
export type Corner = (typeof CORNERS)[number];

/** In px: the room that a toast of some lines takes with its distance to the edges. */
const WIDTH = 344;
const HEIGHT = 150;
const BAR = 48;
const SAVE_BAR = 64;
const PHONE = 640;

let pointer: { x: number; y: number } | undefined;

export function watchPointer(): () => void {
  const note = ({ x, y }: PointerEvent) => (pointer = { x, y });
  const events = ['pointermove', 'pointerdown'] as const;
  for (const event of events) document.addEventListener(event, note, { passive: true });
  return () => events.forEach((event) => document.removeEventListener(event, note));
}

/** What a toast must not cover: what is worked on, and what the page says about it. */
const WORK = '.save-bar';
const SAID = [
  '.notice-failed',
  'h1',
  '.band',
  '.evaluation-head',
  '.pipeline-texts > summary',
  '.no-texts',
  '.evaluation-section .score',
  '.criterion .box',
].join();
/** How much more the focus and the work count than what is said. */
const WEIGHT = 100;

/** The first corner where a toast covers nothing of these, else the one where it covers least. */
export function freeCorner(): Corner {
  const focus = document.activeElement;
  const work = [
    ...rectsOf(WORK),
    ...(focus && isSmall(focus) ? [focus.getBoundingClientRect()] : []),
  ];
  const said = [...rectsOf(SAID), ...(pointer ? [new DOMRect(pointer.x, pointer.y, 1, 1)] : [])];
  const cost = (corner: Corner) =>
    WEIGHT * covered(work, areaOf(corner)) + covered(said, areaOf(corner));
  return CORNERS.reduce((best, corner) => (cost(corner) < cost(best) ? corner : best));
}

export function isCovered(): boolean {
  const toast = document.querySelector('[data-sonner-toast]');
  const focus = document.activeElement;
  if (!toast || !focus || toast.contains(focus)) return false;
  return (
    isSmall(focus) && overlap(focus.getBoundingClientRect(), toast.getBoundingClientRect()) > 0
  );
}

function rectsOf(selectors: string): DOMRect[] {
  return [...document.querySelectorAll(selectors)].map((one) => one.getBoundingClientRect());
}

function isSmall(element: Element): boolean {
  return element.getBoundingClientRect().height < innerHeight / 2;
}

function areaOf(corner: Corner): DOMRect {
  const x = corner.endsWith('right') ? innerWidth - WIDTH : 0;
  const y = corner.startsWith('bottom') ? innerHeight - HEIGHT - raised() : BAR;
  return new DOMRect(x, y, WIDTH, HEIGHT);
}

/** On a phone, the toasts at the bottom stand above the save bar (styles/toasts.css). */
function raised(): number {
  return innerWidth < PHONE && document.querySelector('.save-bar') ? SAVE_BAR : 0;
}

/** In square px. */
function covered(rects: DOMRect[], area: DOMRect): number {
  return rects.reduce((sum, rect) => sum + overlap(rect, area), 0);
}

function overlap(one: DOMRect, other: DOMRect): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(0, width) * Math.max(0, height);
}
