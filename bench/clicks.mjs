// How long a click takes under the slow profile, on a list that is already there, until the page shows what it leads to.

export const BACK = 'back to the list';
const PATIENCE = 20_000;
const CLICKS = [
  { kind: 'details', click: '.eye', shows: 'dialog[open] .details' },
  {
    kind: 'filter',
    click: 'select[name=industry]',
    pick: 'AI',
    shows: '[aria-label="Active filters"]',
  },
  { kind: 'page', click: 'a[rel=next]', shows: 'a[rel=prev]' },
  { kind: 'sort', click: 'th[aria-sort] .sorter', shows: 'th[aria-sort$=ending]' },
  { kind: 'evaluation', click: '.actions a', shows: '.evaluation, input[type=range]' },
];

/** The ms of each kind of click, each on a list that was opened anew, and of coming back from the evaluation. */
export async function timeClicks(open) {
  const times = {};
  for (const step of CLICKS) {
    const { page, close } = await open();
    await page.waitForTimeout(500);
    times[step.kind] = await page.evaluate(clickAndWatch, { ...step, patience: PATIENCE });
    if (step.kind === 'evaluation') {
      await page.waitForTimeout(500);
      times[BACK] = await page.evaluate(clickAndWatch, {
        shows: 'table.pipelines tbody tr',
        patience: PATIENCE,
      });
    }
    await close();
  }
  return times;
}

/** Runs in the page; without anything to click it goes back. */
function clickAndWatch({ click, pick, shows, patience }) {
  const { document, Event, history, requestAnimationFrame: next } = globalThis;
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const target = click && document.querySelector(click);
    if (pick) {
      target.value = pick;
      target.dispatchEvent(new Event('change', { bubbles: true }));
    } else if (target) target.click();
    else history.back();
    const look = () => {
      const took = performance.now() - began;
      if (document.querySelector(shows)) return void next(() => resolve(performance.now() - began));
      if (took > patience) return void reject(new Error(`${click}: ${shows} was not shown`));
      next(look);
    };
    look();
  });
}
