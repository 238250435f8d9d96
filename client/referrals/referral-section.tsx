import { Suspense, useState } from 'react'
import type { User } from '../../shared/accounts/schema.ts'
import type { Referral } from '../../shared/referrals/schema.ts'
import { lazyPart } from '../layout/lazy-part.tsx'
import { useFailureToast } from '../layout/use-failure-toast.ts'
import { useClient, useStore } from '../client-context.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { ErrorState } from '../ui/empty.tsx'
import { Loading, Skeleton, SkeletonLine } from '../ui/skeleton.tsx'
import { useLoad } from '../use-load.ts'
import { loadReferrals } from './actions.ts'
import { ReferredUsers } from './referred-users.tsx'
import { referralsKey } from './store.ts'

const CodeDialog = lazyPart(() => import('./code-dialog.tsx'))
const failure = 'Failed to load referral info'

/**
 * The user's referral code and the users it referred.
 * @param user null until the session is restored
 */
export function ReferralSection({ user }: { user: User | null }) {
  const client = useClient()
  const { isLoaded, own } = useStore((state) => state.referrals)
  const loading = useLoad(user && referralsKey, (signal) => loadReferrals(client, user!._id, signal))
  useFailureToast(loading, failure)
  const failed = !isLoaded && loading.status === 'failed'

  return (
    <>
      <section aria-labelledby="code" className="surface p-5">
        <h2 id="code" className="text-lg">
          Your referral code
        </h2>
        {/* Room for a code and its link, which nobody knows of while they load. */}
        <div className="grid min-h-37 content-start sm:max-wide:min-h-34">
          {isLoaded ? (
            <OwnCode own={own} />
          ) : failed ? (
            <ErrorState title={failure} text={loading.message} onRetry={loading.retry} />
          ) : (
            <Loading label="Loading your referral code…" className="mt-2 grid gap-4">
              <div className="text-sm">
                <SkeletonLine className="w-full" />
                <SkeletonLine className="w-full" />
                <SkeletonLine className="w-3/5" />
              </div>
              <Skeleton className="h-10 w-44 max-wide:h-11" />
            </Loading>
          )}
        </div>
      </section>
      <ReferredUsers referral={own} isLoaded={isLoaded} failed={failed} />
    </>
  )
}

function OwnCode({ own }: { own: Referral | null }) {
  const [isCreating, setCreating] = useState(false)
  return (
    <>
      {own ? (
        <ShareCode code={own.code} />
      ) : (
        <div className="mt-2 grid gap-4">
          <p className="text-sm text-muted">
            Choose a code and share it with friends. When a friend’s first order is verified, you earn a tenth of its
            total in points.
          </p>
          <Button
            variant="primary"
            className="justify-self-start"
            onPointerEnter={() => void CodeDialog.load().catch(() => undefined)}
            onClick={() => setCreating(true)}
          >
            Create referral code
          </Button>
        </div>
      )}
      {isCreating && (
        <Suspense fallback={null}>
          <CodeDialog onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </>
  )
}

function ShareCode({ code }: { code: string }) {
  const link = `${location.origin}/?ref=${code}`
  return (
    <div className="mt-3 grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="heading tabular min-w-0 text-2xl [overflow-wrap:anywhere]">{code}</p>
        <CopyButton text={code} what="referral code" />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-4 border-t border-dashed pt-4">
        <p className="min-w-0 flex-1 basis-40">
          <span className="eyebrow block">Share link</span>
          <span className="block text-sm [overflow-wrap:anywhere]">{link}</span>
        </p>
        <CopyButton text={link} what="share link" className="flex-none" />
      </div>
    </div>
  )
}
