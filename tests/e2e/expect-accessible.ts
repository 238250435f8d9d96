import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** All that axe knows in the one theme, and the colours again in the other. */
export async function expectNoFault(page: Page, path?: string) {
  // Colours are judged when nothing is half there.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  if (path) await page.goto(path)
  await expect(page.getByRole('main')).toBeVisible()
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await showTheme(page, 'light')
  const inLight = await axe(page).analyze()
  await showTheme(page, 'dark')
  const inDark = await axe(page).withRules(['color-contrast']).analyze()
  const serious = [...inLight.violations, ...inDark.violations].filter(
    ({ impact }) => impact === 'serious' || impact === 'critical',
  )
  expect(
    serious.map(({ id, nodes }) => [id, nodes[0]?.html]),
    path ?? page.url(),
  ).toEqual([])
}

/** What a list has more of is made as its first rows are. */
const rowsLikeOthers = 'main :is(tbody tr, li, article):nth-child(n + 7)'

/** In the page itself and for what is wrong alone, which takes a third of the time: no page has frames. */
const axe = (page: Page) =>
  new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .exclude(rowsLikeOthers)

/** Colours on their way from one to the other are neither. */
const showTheme = (page: Page, theme: 'light' | 'dark') =>
  page.evaluate(async (shown) => {
    document.documentElement.dataset.theme = shown
    await new Promise((drawn) => requestAnimationFrame(drawn))
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
  }, theme)
