import emailProviders from 'email-providers';
import { normalizeAddress } from '~/domain/person/email-address';

const SHARED_HOSTS = [
  ['linkedin.com', 'facebook.com', 'instagram.com', 'youtube.com', 'twitter.com', 'x.com'],
  ['crunchbase.com', 'producthunt.com', 'angel.co', 'wellfound.com', 'medium.com'],
  ['github.com', 'gitlab.com', 'google.com', 'docs.google.com', 'drive.google.com'],
  ['sites.google.com', 'dropbox.com', 'docsend.com', 'notion.so', 'notion.site', 'linktr.ee'],
  ['pitch.com', 'calendly.com', 'bit.ly', 'apps.apple.com', 'play.google.com'],
].flat();

const SHARED_DOMAINS = new Set([...emailProviders, ...SHARED_HOSTS]);

/** Returns the domain of an email address; undefined for free-mail. */
export function getCompanyDomain(address: string | null): string | undefined {
  // Takes the last '@', since the part before it may contain another one.
  const [, domain] = /@([^@]+)$/.exec(normalizeAddress(address ?? '')) ?? [];
  return domain && !SHARED_DOMAINS.has(domain) ? domain : undefined;
}

/** Returns the host of a website without 'www.'; undefined for hosts that companies share. */
export function getWebsiteDomain(website: string | null): string | undefined {
  if (!website || !URL.canParse(website)) return undefined;
  const host = new URL(website).hostname.replace(/^www\./, '');
  return SHARED_DOMAINS.has(host) ? undefined : host;
}

/** Suggests 'Wickham Valves' for noor@wickham-valves.example; empty for free-mail. */
export function suggestCompanyName(address: string | null): string {
  const domain = getCompanyDomain(address);
  const words = domain?.split('.').at(-2)?.split('-') ?? [];
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}
