import { LogIn, UserRound } from 'lucide-react'
import { useLocation, useSearchParams } from 'wouter'
import type { User } from '../../shared/accounts/schema.ts'
import { loadMe } from '../accounts/actions.ts'
import { meKey } from '../accounts/store.ts'
import { authAddress } from '../layout/return-path.ts'
import { useFailureToast } from '../layout/use-failure-toast.ts'
import { PointsLedger } from '../points/points-ledger.tsx'
import { PointsTotal } from '../points/points-total.tsx'
import { EmailSwitches } from '../profile/email-switches.tsx'
import { PasswordPanel } from '../profile/password-panel.tsx'
import { ProfileForm } from '../profile/profile-form.tsx'
import { ProfileSkeleton } from '../profile/profile-skeleton.tsx'
import { RedeemCode } from '../referrals/redeem-code.tsx'
import { ReferralSection } from '../referrals/referral-section.tsx'
import { useClient, useStore } from '../client-context.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { useLoad } from '../use-load.ts'

const tabIds = ['profile', 'points', 'password', 'orders'] as const
type TabId = (typeof tabIds)[number]

export default function ProfilePage() {
  const client = useClient()
  const ready = useStore((state) => state.accounts.ready)
  const user = useStore((state) => state.accounts.user)
  const loading = useLoad(user && meKey, (signal) => loadMe(client, signal))
  useFailureToast(loading, 'Failed to refresh user data')

  return (
    <div className="page-column py-8 wide:py-10">
      <title>Account Settings · Kade</title>
      <meta name="robots" content="noindex" />
      {ready && !user ? (
        <Visitor />
      ) : (
        <>
          <PageTitle>Account Settings</PageTitle>
          <Settings key={user?._id} user={user} />
        </>
      )}
    </div>
  )
}

/** @param user null until the session is restored */
function Settings({ user }: { user: User | null }) {
  const [, navigate] = useLocation()
  const [tab, setTab] = useTab()
  const panels = [
    {
      id: 'profile',
      label: 'Profile Information',
      panel: user ? <ProfilePanel user={user} isShown={tab === 'profile'} /> : <ProfileSkeleton />,
    },
    { id: 'points', label: 'Points & Referrals', panel: <PointsAndReferrals user={user} /> },
    {
      id: 'password',
      label: 'Change Password',
      panel: user && <PasswordPanel user={user} isShown={tab === 'password'} />,
    },
    { id: 'orders', label: 'Order History', away: true },
  ] as const
  return (
    <Tabs
      className="mt-5"
      label="Account Settings"
      tabs={panels}
      value={tab}
      onChange={(id) => (id === 'orders' ? navigate('/orders') : setTab(id))}
    />
  )
}

function ProfilePanel({ user, isShown }: { user: User; isShown: boolean }) {
  return (
    <div className="grid grid-cols-1 items-start gap-8 wide:grid-cols-[minmax(0,40rem)_minmax(0,1fr)]">
      <ProfileForm user={user} />
      <EmailSwitches user={user} isShown={isShown} />
    </div>
  )
}

/** @param user null until the session is restored */
function PointsAndReferrals({ user }: { user: User | null }) {
  return (
    <div className="grid grid-cols-1 items-start gap-6 wide:grid-cols-[minmax(0,1fr)_23rem] wide:grid-rows-[auto_1fr]">
      <div className="grid grid-cols-1 gap-6 wide:col-start-2">
        <PointsTotal />
        <ReferralSection user={user} />
      </div>
      <div className="wide:col-start-1 wide:row-span-2 wide:row-start-1">
        <PointsLedger />
      </div>
      {/* Last, because it is known only later whether it is shown. */}
      {user && <RedeemCode user={user} />}
    </div>
  )
}

/** The open tab, kept in the URL so that links can lead to it. */
function useTab() {
  const [params, setParams] = useSearchParams()
  const param = params.get('tab')
  const tab = tabIds.find((id) => id === param && id !== 'orders') ?? 'profile'
  const setTab = (id: TabId) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        if (id === 'profile') next.delete('tab')
        else next.set('tab', id)
        return next
      },
      { replace: true },
    )
  return [tab, setTab] as const
}

function Visitor() {
  const [params] = useSearchParams()
  const search = params.size > 0 ? `?${params}` : ''
  return (
    <EmptyState
      level={1}
      icon={UserRound}
      title="Please log in to view your profile."
      text="It shows your name, points and referral code."
      action={
        <ButtonLink variant="primary" href={authAddress(`/profile${search}`)} icon={LogIn}>
          Login / Register
        </ButtonLink>
      }
    />
  )
}
