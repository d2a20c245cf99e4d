import { appUrl } from '~/env.server';

const NEW_DEAL = `${appUrl}/pipeline/new`;

/** Runs on the page of a company, in any browser of the last years. */
const SCRIPT = `(() => {
  const meta = (name) => document.querySelector('meta[' + name + ']')?.content ?? '';
  const text = String(getSelection()) || meta('name=description');
  open(${JSON.stringify(NEW_DEAL)} + '?' + new URLSearchParams({
    companyName: (meta('property="og:site_name"') || document.title).slice(0, 200),
    website: location.href.slice(0, 2000),
    text: text.slice(0, 2000),
  }));
})()`;

export function getBookmarkView() {
  return {
    bookmark: `javascript:${encodeURIComponent(SCRIPT.replace(/\n\s*/g, ''))}`,
    address: `${NEW_DEAL}?companyName=NAME&website=ADDRESS&text=INTRODUCTION&contactName=NAME&contactEmail=EMAIL`,
  };
}
