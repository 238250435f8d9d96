import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** The page template with its styles in it, and what the Content-Security-Policy needs to allow them. */
export type InlineStyles = { template: string; source: string }

const stylesheetLink = /<link rel="stylesheet"[^>]* href="(\/assets\/[^"]+\.css)"[^>]*>/

/**
 * Puts the template's stylesheet into the template, so that the browser paints the page without waiting for another
 * request. @param root the folder of the built files
 */
export function inlineStyles(template: string, root: string): InlineStyles {
  const [link, address] = stylesheetLink.exec(template) ?? []
  if (link === undefined) throw new Error('The page template has no stylesheet')
  const styles = readFileSync(root + address, 'utf8').trim()
  const source = `'sha256-${createHash('sha256').update(styles).digest('base64')}'`
  // Code that is loaded later looks for the link, and would fetch the styles a second time without it.
  const disabledLink = `<link rel="stylesheet" href="${address}" disabled>`
  return {
    template: template
      .replace(link, () => `<style>${styles}</style>${disabledLink}`)
      .replace('<script type="module"', '$& fetchpriority="low"'),
    source,
  }
}
