import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Expects no serious or critical axe violation: all rules in the light theme, colour contrast in the dark one, too.
 * @param path opened first, if given
 */
export async function expectAccessible(page: Page, path?: string) {
  // Contrast can't be measured during an animation.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  if (path) await page.goto(path)
  await expect(page.getByRole('main')).toBeVisible()
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await setTheme(page, 'light')
  const light = await axe(page).analyze()
  await setTheme(page, 'dark')
  const dark = await axe(page).withRules(['color-contrast']).analyze()
  const serious = [...light.violations, ...dark.violations].filter(
    ({ impact }) => impact === 'serious' || impact === 'critical',
  )
  expect(
    serious.map(({ id, nodes }) => [id, nodes[0]?.html]),
    path ?? page.url(),
  ).toEqual([])
}

/** The rows of long lists after the first six, which are built the same. */
const repeatedRows = 'main :is(tbody tr, li, article):nth-child(n + 7)'

/** Legacy mode skips frames, which no page has, and only violations are collected: a third of the time. */
const axe = (page: Page) =>
  new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .exclude(repeatedRows)

/** Resolves after the colour transitions. */
const setTheme = (page: Page, theme: 'light' | 'dark') =>
  page.evaluate(async (newTheme) => {
    document.documentElement.dataset.theme = newTheme
    await new Promise((resolve) => requestAnimationFrame(resolve))
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
  }, theme)
