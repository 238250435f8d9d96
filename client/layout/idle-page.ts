import { animateBack } from './animate-back.ts'
import { followKeyboard } from './follow-keyboard.ts'
import { keepFocus } from './keep-focus.ts'
import { prefetchLinks } from './prefetch-links.ts'
import { revealFocused } from './reveal-focused.ts'

/**
 * What the way to other pages needs, once the first one is idle.
 * @returns what handles Back before the router does
 */
export function prepareNavigation(loadPage: (pathname: string) => Promise<void>, isLoggedIn: boolean) {
  // Logged-in users open most of these pages; visitors may pay for each by the byte.
  prefetchLinks(loadPage, isLoggedIn)
  revealFocused()
  followKeyboard()
  keepFocus()
  return animateBack(loadPage)
}
