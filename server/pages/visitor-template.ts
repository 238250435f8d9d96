import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** The template of the pages that visitors read, and what the Content-Security-Policy needs to allow what is in it. */
export type VisitorTemplate = { template: string; styleSource: string; scriptSource: string }

const stylesheetLink = /<link rel="stylesheet"[^>]* href="(\/assets\/[^"]+\.css)"[^>]*>/
const mainScript = /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/
/** The links of a page's code until the page is painted. */
export const laterCode = 'later-modulepreload'
/** The fonts that are fetched, in the built styles; their fallbacks are on the device. */
const fetchedFonts = /@font-face\{[^}]*url\([^}]*\}/g
/** The files of those that every page uses. */
const preloadedFiles = /url\((\/[^)]*-latin-wght-normal[^)]*)\)/g
/** Pages that aren't shown are never painted. */
const maxPaintDelayMs = 500

/**
 * Puts the template's stylesheet into the template, so that the browser paints the page without waiting for another
 * request, and has it load fonts and the page's code after that, so that they delay neither the download of the page nor
 * its first paint. The fonts apply once their files are there, so that the page is laid out in them once; on a return
 * visit they are in the cache and apply at once. A referral code is stored at once, too, as
 * client/referrals/referral-storage.ts does, for visitors who follow a link before the page's code is there.
 * @param root the folder of the built files
 */
export function createVisitorTemplate(template: string, root: string): VisitorTemplate {
  const [link, stylesheet] = stylesheetLink.exec(template) ?? []
  const [main, address] = mainScript.exec(template) ?? []
  if (link === undefined) throw new Error('The page template has no stylesheet')
  if (main === undefined) throw new Error('The page template has no script')
  const stylesWithFonts = readFileSync(root + stylesheet, 'utf8').trim()
  const styles = stylesWithFonts.replaceAll(fetchedFonts, '')
  const fonts = stylesWithFonts.match(fetchedFonts)?.join('') ?? ''
  const fontFiles = Array.from(fonts.matchAll(preloadedFiles), ([, file]) => file)
  const script = `const fonts = document.getElementById('fonts')
try {
  if (localStorage.hasFonts) fonts.media = 'all'
  localStorage.hasFonts = 1
} catch {}
try {
  const ref = new URLSearchParams(location.search).get('ref')
  if (ref) sessionStorage.ref = ref.slice(0, 32)
} catch {}
const preload = (href) =>
  new Promise((resolve) => {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'preload', as: 'font', crossOrigin: '', href, onload: resolve, onerror: resolve })
    document.head.append(link)
  })
let hasBegun = false
const load = () => {
  if (hasBegun) return
  hasBegun = true
  if (fonts.media !== 'all') Promise.all(${JSON.stringify(fontFiles)}.map(preload)).then(() => (fonts.media = 'all'))
  for (const link of document.querySelectorAll('link[rel=${laterCode}]')) link.rel = 'modulepreload'
  import('${address}')
}
new PerformanceObserver(load).observe({ type: 'paint', buffered: true })
setTimeout(load, ${maxPaintDelayMs})`
  // Code that is loaded later looks for the link, and would fetch the styles a second time without it.
  const disabledLink = `<link rel="stylesheet" href="${stylesheet}" disabled>`
  return {
    template: template
      .replace(link, () => `<style>${styles}</style>${fontStyles(fonts)}${disabledLink}`)
      .replace(main, () => `<script type="module">${script}</script>`),
    styleSource: `${hashSource(styles)} ${hashSource(fonts)}`,
    scriptSource: hashSource(script),
  }
}

/** They apply once a script says so, or where there are no scripts. */
const fontStyles = (fonts: string) =>
  `<style id="fonts" media="print">${fonts}</style><noscript><style>${fonts}</style></noscript>`

const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
