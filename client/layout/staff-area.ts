import { useLocation } from 'wouter'
import { useStore } from '../client-context.tsx'
import { lazyPart } from './lazy-part.tsx'

/** The frame of the staff area; only staff load its code. */
export const StaffFrame = lazyPart(() => import('../staff/staff-frame.tsx'))

/** Whether a path may be a page of the staff area. */
export const isStaffPath = (path: string) => /^\/admin\/./i.test(path)

/** Whether the page is shown in the frame of the staff area. Until the session is restored, the preferences say who is staff. */
export function useIsStaffArea(): boolean {
  const [path] = useLocation()
  const isStaff = useStore(({ accounts: { ready, user, prefs } }) =>
    ready ? user?.isAdmin === true : prefs.isStaff === true,
  )
  return isStaffPath(path) && isStaff
}
