import axe from 'axe-core'
import { expect, type Page } from '@playwright/test'
import { expectValidHtml } from './expect-valid-html.ts'

/**
 * Expects valid HTML and no axe violation of any impact: all rules in the light theme, and that names contain the
 * text on screen; colour contrast in the dark one, too.
 * @param path opened first, if given
 */
export async function expectAccessible(page: Page, path?: string) {
  // Contrast can't be measured during an animation.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  if (path) await page.goto(path)
  await expect(page.getByRole('main')).toBeVisible()
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await page.evaluate(axe.source)
  const violations = [
    ...(await findViolations(page, 'light', { rules: { 'label-content-name-mismatch': { enabled: true } } })),
    ...(await findViolations(page, 'dark', { runOnly: ['color-contrast'] })),
  ]
  expect(violations, path ?? page.url()).toEqual([])
  await expectValidHtml(await page.content(), path ?? page.url())
}

/** The rows of long lists after the first six, which are built the same. */
const repeatedRows = 'main :is(tbody tr, li, article):nth-child(n + 7)'

/** Sets the theme and runs axe. */
const findViolations = (page: Page, theme: 'light' | 'dark', options: axe.RunOptions) =>
  page.evaluate(
    async ([newTheme, exclude, runOptions]) => {
      // One inherited colour after the other would change.
      const still = new CSSStyleSheet()
      still.replaceSync('*, ::before, ::after { transition: none !important }')
      document.adoptedStyleSheets = [still]
      document.documentElement.dataset.theme = newTheme
      await new Promise((resolve) => requestAnimationFrame(resolve))
      // One that repeats, or follows the scrolling, never finishes.
      const ending = document
        .getAnimations()
        .filter((one) => one.playState === 'running' && Number.isFinite(one.effect?.getComputedTiming().endTime))
      await Promise.allSettled(ending.map(({ finished }) => finished))
      const { violations } = await (Reflect.get(window, 'axe') as typeof axe).run(
        { exclude: [exclude] },
        // No page has frames, and only violations are reported.
        { ...runOptions, iframes: false, resultTypes: ['violations'] },
      )
      return violations.map(({ id, impact, nodes }) => [newTheme, id, impact, nodes[0]?.html])
    },
    [theme, repeatedRows, options] as const,
  )
