import { lazyActions } from '../lazy-actions.ts'

export const { changeCurrency, changeDarkMode, changeTheme, dismissEndReason, signOut } = lazyActions(
  () => import('./actions.ts'),
)
