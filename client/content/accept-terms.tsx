import { useStore } from '../client-context.tsx'

type AcceptTermsProps = {
  /** What one accepts them with: 'ordering'. */
  by: string
  /** Names the page about privacy, too. */
  withPrivacy?: boolean
}

/** What one agrees to, with links that keep this page and what was typed open; nothing where the owner has no terms. */
export function AcceptTerms({ by, withPrivacy = false }: AcceptTermsProps) {
  const pages = useStore((state) => state.config?.pages)
  if (!pages?.includes('terms')) return null
  return (
    <p className="text-sm text-muted">
      By {by}, you accept our <NewTabLink href="/terms" label="Terms" />.
      {withPrivacy && pages.includes('privacy') && (
        <>
          {' '}
          See <NewTabLink href="/privacy" label="Privacy" /> for what we store.
        </>
      )}
    </p>
  )
}

const NewTabLink = ({ href, label }: { href: string; label: string }) => (
  <a href={href} target="_blank" rel="noopener" className="link">
    {label}
    <span className="sr-only"> (opens in a new tab)</span>
  </a>
)
