import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

interface OutsiderPageOptions {
  title: string;
  styles: string;
}

export function renderOutsiderPage(
  { title, styles }: OutsiderPageOptions,
  content: ReactNode,
): string {
  const page = (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: styles }} />
      </head>
      <body>
        <main>{content}</main>
      </body>
    </html>
  );
  return `<!DOCTYPE html>${renderToStaticMarkup(page)}`;
}
