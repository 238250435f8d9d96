/** Said by pages that show what belongs to one user, which only the page's code can load. */
export const PageNeedsScripts = ({ className = 'page-column py-8' }: { className?: string }) => (
  <noscript>
    <p className={className}>
      This page needs JavaScript. You can read the{' '}
      <a href="/items" className="link">
        services
      </a>{' '}
      and the{' '}
      <a href="/faq" className="link">
        FAQ
      </a>{' '}
      without it.
    </p>
  </noscript>
)
