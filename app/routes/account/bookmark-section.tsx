import { PRODUCT_NAME } from '~/ui/layout/document-head';

export function BookmarkSection({ bookmark, address }: { bookmark: string; address: string }) {
  return (
    <section className="section">
      <h2>Add from other pages</h2>
      <p>
        Drag this link to your bookmarks. On a company’s page it opens the form of a new deal with
        the name, the address and the text that you selected.
      </p>
      {/* React refuses addresses of scripts; this one is percent-encoded. */}
      <p
        dangerouslySetInnerHTML={{
          __html: `<a href="${bookmark}" class="btn">Add to ${PRODUCT_NAME}</a>`,
        }}
      />
      <p className="hint break-words">
        Without scripts, open this address with your own values: {address}
      </p>
    </section>
  );
}
