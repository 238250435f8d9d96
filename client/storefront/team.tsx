import { useClient, useStore } from '../client-context.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { ErrorState } from '../ui/empty.tsx'
import { useLoad } from '../use-load.ts'
import { loadShop } from './actions.ts'
import { storeFacts } from './store-facts.ts'
import { shopKey } from './store.ts'

/** Those who check the payments, and how long it takes them. */
export function Team() {
  const client = useClient()
  const { status, message, retry } = useLoad(shopKey, (signal) => loadShop(client, signal))
  const shop = useStore((state) => state.shop)
  if (!shop && status === 'failed') {
    return <ErrorState title="Error loading who checks your payment" text={message} onRetry={retry} />
  }
  if (!shop || shop.team.length === 0) return null
  return (
    <section aria-labelledby="team" className="surface mt-8 p-5 wide:p-7">
      <h2 id="team" className="text-xl">
        Who checks your payment
      </h2>
      <ul className="mt-4 flex flex-wrap gap-x-6 gap-y-3">
        {shop.team.map(({ firstName, initials }, index) => (
          // Two people may have the same name.
          <li key={index} className="flex items-center gap-2.5 font-medium">
            <Avatar initials={initials} />
            {firstName}
          </li>
        ))}
      </ul>
      <dl className="hero-facts mt-5 grid-cols-[repeat(3,auto)] max-tight:grid-cols-1">
        {storeFacts(shop).map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="tabular">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
