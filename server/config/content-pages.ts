import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { marked } from 'marked'
import sanitize from 'sanitize-html'
import { type ContentPage, type ContentSlug, contentSlugs, type Owner } from '../../shared/content.ts'

const maxFileBytes = 100_000
const header = /^---\r?\n([^]*?)\r?\n---\r?\n/

/** A page, and `within` what time it says that money is sent back: only the page about refunds does. */
export type OwnerPage = ContentPage & { within: string | null }

/**
 * Reads the pages that the owner wrote: `about.md` and so on, each with a header that gives its `title`, its `description`
 * and, if it has them, its `promise` and `within`. A page without a file doesn't exist. `{{name}}`, `{{email}}` and so on
 * stand for settings, `{{within}}` for that of the header; a line with one that isn't set is left out.
 * @throws a sentence about the file that can't be read
 */
export function readContentPages(folder: string, settings: Owner & { url: string }): OwnerPage[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new Error('not a readable folder')
  return contentSlugs.flatMap((slug) => {
    const file = join(folder, `${slug}.md`)
    if (!existsSync(file)) return []
    if (statSync(file).size > maxFileBytes) throw new Error(`${slug}.md has more than 100 kB`)
    return [parsePage(slug, readFileSync(file, 'utf8'), settings)]
  })
}

function parsePage(slug: ContentSlug, text: string, settings: Owner & { url: string }): OwnerPage {
  const head = header.exec(text)
  const field = (name: string) => new RegExp(`^${name}:[ \\t]*(.+)$`, 'm').exec(head?.[1] ?? '')?.[1]!.trim()
  const [title, description] = [field('title'), field('description')]
  const [promise, within] = [field('promise') ?? null, field('within') ?? null]
  if (!head || !title || !description) throw new Error(`${slug}.md has no header with a title and a description`)
  const body = fillIn(text.slice(head[0].length), { ...settings, within })
  return { slug, title, description, promise, within, html: sanitizePage(marked.parse(body, { async: false })) }
}

const placeholders = ['name', 'address', 'registration', 'email', 'phone', 'hours', 'url', 'within'] as const
type Placeholder = (typeof placeholders)[number]
const placeholder = new RegExp(`\\{\\{(${placeholders.join('|')})\\}\\}`, 'g')

const fillIn = (body: string, settings: Record<Placeholder, string | null>) =>
  body
    .split('\n')
    .filter((line) => [...line.matchAll(placeholder)].every(([, name]) => settings[name as Placeholder] !== null))
    .map((line) => line.replace(placeholder, (_, name: Placeholder) => escapeMarkdown(settings[name]!)))
    .join('\n')

/** The owner's page about refunds: what it promises, and within what time money is sent back. */
export const readRefundTerms = (pages: OwnerPage[]): Pick<OwnerPage, 'promise' | 'within'> =>
  pages.find(({ slug }) => slug === 'refunds') ?? { promise: null, within: null }

/** The link of a phone number, without the spaces in which it is written. */
const dialable = (attribs: sanitize.Attributes) =>
  attribs.href?.startsWith('tel:') ? { href: `tel:${attribs.href.replace(/%[\da-f]{2}|[^+\d]/gi, '')}` } : attribs

const escapeMarkdown = (text: string) => text.replace(/[\\`*_{}[\]()<>#+!|&~]/g, '\\$&')

const sanitizePage = (html: string) =>
  sanitize(html, {
    allowedTags: 'h2 h3 h4 p ul ol li strong em br hr a blockquote code table thead tbody tr th td'.split(' '),
    allowedAttributes: { a: ['href'], th: ['align'], td: ['align'] },
    allowedSchemes: ['https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    transformTags: { a: (tagName, attribs) => ({ tagName, attribs: dialable(attribs) }) },
  })
