import { Link } from 'wouter'
import { contentLinks } from '../content/content-links.ts'
import { useStore } from '../client-context.tsx'

/** Beside the conversation on wide screens: what makes an answer quick, when it comes, and what is answered already. */
export function SupportAside() {
  const config = useStore((state) => state.config)
  const links = [...contentLinks('help', config?.pages), ...contentLinks('legal', config?.pages)]
  return (
    <aside aria-label="About support" className="hidden content-start gap-6 text-sm wide:grid">
      <section>
        <h2 className="text-base">For a quick answer</h2>
        <p className="mt-1 text-muted">
          Attach the order or item you’re asking about. For a transfer, add its reference or transaction hash.
        </p>
      </section>
      {config?.owner.hours && (
        <section>
          <h2 className="text-base">Hours</h2>
          <p className="mt-1 text-muted">{config.owner.hours}</p>
        </section>
      )}
      <section>
        <h2 className="text-base">Good to know</h2>
        <ul className="mt-1 grid gap-1">
          {links.map(({ href, label }) => (
            <li key={href}>
              <Link href={href} className="link">
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </aside>
  )
}
