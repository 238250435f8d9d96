import { useStore } from '../client-context.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Features } from './features.tsx'

/** The end of the home page: how the store works, who is behind it, and where to go from here. */
export default function HomeEnd() {
  return (
    <>
      <Features />
      <Closing />
    </>
  )
}

function Closing() {
  const team = useStore((state) => state.shop?.team) ?? []
  const hours = useStore((state) => state.config?.owner.hours)
  const refundPromise = useStore((state) => state.config?.refundPromise)
  return (
    <section aria-labelledby="closing" className="page-column pb-4 wide:pb-14">
      <div className="home-closing surface">
        <div className="grid gap-3">
          <h2 id="closing" className="text-xl">
            Find yours, or ask first
          </h2>
          {team.length > 0 && (
            <p className="flex items-center gap-3 max-tight:flex-wrap">
              <span className="home-team">
                {team.slice(0, maxNames).map(({ initials }, index) => (
                  // Two people may have the same initials.
                  <Avatar key={index} initials={initials} />
                ))}
              </span>
              <span>
                {namesOf(team.map(({ firstName }) => firstName))} {team.length === 1 ? 'checks' : 'check'} the payments
              </span>
            </p>
          )}
          <p className="max-w-[60ch] text-muted">
            {[hours && `${hours}.`, refundPromise ?? 'The FAQ answers the most common questions.']
              .filter(Boolean)
              .join(' ')}
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <ButtonLink href="/items" variant="primary" size="large">
            Explore services
          </ButtonLink>
          <ButtonLink href="/faq" size="large">
            FAQ
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}

const maxNames = 3

/** 'Mira', 'Mira and Ishan', 'Mira, Ishan and Lena', 'Mira, Ishan, Lena and 2 more' */
function namesOf(names: readonly string[]): string {
  const others = names.length - maxNames
  const parts = others > 0 ? [...names.slice(0, maxNames), `${others} more`] : names
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
