import type { Prefs } from '../../shared/accounts/prefs.ts'
import { themeColor } from '../../shared/accounts/theme-color.ts'

/** Stores the preferences in a cookie for the next page load, and applies the theme to this page. */
export function writePrefs(page: Document, prefs: Prefs) {
  const oneYearSeconds = 365 * 24 * 3600
  const secure = page.location.protocol === 'https:' ? '; Secure' : ''
  page.cookie = `prefs=${encodeURIComponent(JSON.stringify(prefs))}; Path=/; Max-Age=${oneYearSeconds}; SameSite=Lax${secure}`
  applyTheme(page.documentElement, prefs.theme)
  // The server has sent one for each theme of the system.
  for (const meta of page.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.content = themeColor(prefs.theme, meta.media.includes('dark') ? 'dark' : 'light')
  }
}

/** The whole page at once: colours with a transition would lag behind the others. */
function applyTheme(root: HTMLElement, theme: Prefs['theme']) {
  if ((root.dataset.theme ?? 'system') === theme) return
  root.dataset.themeChanging = ''
  if (theme === 'system') delete root.dataset.theme
  else root.dataset.theme = theme
  // Reading a size applies the new style.
  void root.offsetHeight
  delete root.dataset.themeChanging
}
