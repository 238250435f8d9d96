import { Check, Clock } from 'lucide-react'
import type { Referral } from '../../shared/referrals/schema.ts'
import { formatDate } from '../lib/format-date.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Badge } from '../ui/badge.tsx'
import { classNames } from '../ui/class-names.ts'
import { Loading, SkeletonLine } from '../ui/skeleton.tsx'

type ReferredUsersProps = { referral: Referral | null; isLoaded: boolean; failed: boolean }

/** The users who used the code, by first name and initial, and whether their first order was rewarded. */
export function ReferredUsers({ referral, isLoaded, failed }: ReferredUsersProps) {
  const users = referral?.referred ?? []
  return (
    <section aria-labelledby="referred" className="surface overflow-clip">
      <h2 id="referred" className="p-5 pb-3 text-lg">
        Referred users
        {users.length > 0 && <span className="tabular ml-2 font-normal text-muted">{users.length}</span>}
      </h2>
      {users.length > 0 ? (
        <ul className="divide-y divide-line border-t">
          {users.map(({ name, joinedAt, rewarded }) => (
            <li key={`${name} ${joinedAt}`} className="flex items-center gap-3 px-5 py-2.5">
              <Avatar initials={initialsOf(name)} />
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{name}</span>
                <span className="tabular block text-xs text-muted">Joined {formatDate(joinedAt)}</span>
              </span>
              {rewarded ? (
                <Badge tone="good" icon={Check}>
                  First order
                </Badge>
              ) : (
                <Badge tone="slate" icon={Clock}>
                  No order yet
                </Badge>
              )}
            </li>
          ))}
        </ul>
      ) : isLoaded ? (
        <p className={classNames(textClass, 'text-muted')}>
          {referral ? 'No one yet. Friends who use your code appear here.' : 'Friends who use your code appear here.'}
        </p>
      ) : failed ? (
        <p role="alert" className="px-5 pb-5 text-sm text-bad">
          Failed to load referred users
        </p>
      ) : (
        <Loading label="Loading referred users…" className={textClass}>
          <SkeletonLine className="w-64" />
        </Loading>
      )}
    </section>
  )
}

/** As high with any of its texts: on a phone, the longest has two lines. */
const textClass = 'px-5 pb-5 text-sm max-sm:min-h-[calc(2lh+1.25rem)]'

const initialsOf = (name: string) =>
  name
    .split(' ')
    .map((part) => [...part][0] ?? '')
    .join('')
    .toUpperCase()
