import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publicConfig } from '../../../server/config/public-config.ts'
import { readEnv } from '../../../server/env.ts'
import { contentSlugs } from '../../../shared/content.ts'
import { startTestServerWithPages } from '../../pages.ts'

let folder: string
let count = 0
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'kade-content-'))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const secret = 'a secret that only the tests use'
const read = (settings: Record<string, string> = {}) =>
  readEnv({ DATABASE_URL: `file:${folder}/store.db`, APP_SECRET: secret, ...settings })

/** A content folder with these files. */
function folderWith(files: Record<string, string>): string {
  const dir = join(folder, `${(count += 1)}`)
  mkdirSync(dir)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text)
  return dir
}
const page = (body: string) => `---\ntitle: A title\ndescription: What it is about.\n---\n\n${body}`
const render = (body: string, settings: Record<string, string> = {}) =>
  read({ CONTENT_DIR: folderWith({ 'terms.md': page(body) }), ...settings }).content[0]!

it('has every page in the repository, filled in from the settings', () => {
  const { content, owner } = read()
  expect(content.map(({ slug }) => slug)).toEqual([...contentSlugs])
  expect(content.find(({ slug }) => slug === 'about')!.html).toContain(owner.name!)
  for (const { title, description, html } of content) {
    expect([title.length > 0, description.length < 160, /\{\{|\\/.test(html)]).toEqual([true, true, false])
  }
})

it('has a promise where the header of the page about refunds gives one', () => {
  const withPromise = (promise: string) => `---\ntitle: Refunds\ndescription: When.\n${promise}---\n\nText`
  const promiseOf = (text: string) =>
    publicConfig(read({ CONTENT_DIR: folderWith({ 'refunds.md': text }) })).refundPromise
  expect(promiseOf(withPromise('promise: You get everything back.\n'))).toBe('You get everything back.')
  expect(promiseOf(withPromise(''))).toBeNull()
  expect(publicConfig(read({ CONTENT_DIR: folderWith({}) })).refundPromise).toBeNull()
})

it('says once, in the header of the page about refunds, how soon money is sent back', () => {
  const withHeader = (line: string) => {
    const text = `---\ntitle: Refunds\ndescription: When.\n${line}---\n\nFirst.\nSent within {{within}}.\nLast.`
    const env = read({ CONTENT_DIR: folderWith({ 'refunds.md': text }) })
    return [publicConfig(env).refundWithin, env.content[0]!.html]
  }
  expect(withHeader('within: two days\n')).toEqual(['two days', '<p>First.\nSent within two days.\nLast.</p>\n'])
  expect(withHeader('')).toEqual([null, '<p>First.\nLast.</p>\n'])
  expect(publicConfig(read({ CONTENT_DIR: folderWith({}) })).refundWithin).toBeNull()
  // The store's own page says it in its text and to the client alike.
  const { content, ...env } = read()
  const { refundWithin } = publicConfig({ ...env, content })
  expect(content.find(({ slug }) => slug === 'refunds')!.html).toContain(`on its way within ${refundWithin}.`)
})

it('renders Markdown and removes what could do harm', () => {
  const { title, html } = render(
    '## Heading\n\n<script>alert(1)</script><img src=x onerror=alert(1)>\n\n[a](javascript:alert(1)) [b](/faq) **c**',
  )
  expect(title).toBe('A title')
  expect(html).toContain('<h2>Heading</h2>')
  expect(html).toContain('<a href="/faq">b</a> <strong>c</strong>')
  expect(html).not.toMatch(/script|img|onerror/)
})

it('leaves out lines whose setting is missing, and takes settings literally', () => {
  const body = '- Name: {{name}}\n- Hours: {{hours}}\n- [{{email}}](mailto:{{email}})'
  const { html } = render(body, { STORE_OWNER: 'A *B* <i>C</i> & _D_', STORE_EMAIL: 'a_b_c@kade.example' })
  expect(html).toContain('Name: A *B* &lt;i&gt;C&lt;/i&gt; &amp; _D_')
  expect(html).toContain('<a href="mailto:a_b_c@kade.example">a_b_c@kade.example</a>')
  expect(html).not.toContain('Hours')
})

it('links phone numbers in the form that can be dialled', () => {
  const { html } = render('[{{phone}}](<tel:{{phone}}>) [us](tel:011-555-01)', { STORE_PHONE: '+94 (11) 234 5678' })
  expect(html).toContain('<a href="tel:+94112345678">+94 (11) 234 5678</a> <a href="tel:01155501">us</a>')
})

it('shows nothing of the demo’s owner in a real store', () => {
  const live = { STORE_MODE: 'live', PUBLIC_URL: 'https://kade.example', SMTP_URL: 'smtp://localhost' }
  const { owner, content } = read({ ...live, TRANSFER_ACCOUNTS: 'tests/transfer-accounts.json' })
  expect(Object.values(owner)).toEqual(Array(7).fill(null))
  expect(JSON.stringify(content)).not.toMatch(/Demo Store|Example Street/)
})

it.each([
  ['STORE_OWNER', 'A\nB', 'the registered name, on one line'],
  ['STORE_ADDRESS', 'A\u202eB', 'a postal address on one line'],
  ['STORE_REGISTRATION', 'A\nB', 'a registration or tax number on one line, such as Company no. PV 00123456'],
  ['STORE_PHONE', '011 234', 'a phone number with its country, such as +94 11 234 5678'],
  ['STORE_EMAIL', 'nobody', 'an email address, such as help@example.com'],
  ['STORE_HOURS', 'x'.repeat(121), 'hours on one line, such as Every day, 8:00 to 22:00'],
  ['STORE_OPENING_HOURS', 'Mo-Fr 08:00', 'days, hours and a time zone, such as Mo-Fr 08:00-22:00 Asia/Colombo'],
])('rejects an invalid %s', (name, value, expected) => {
  expect(() => read({ [name]: value })).toThrow(`expected ${expected}.`)
})

it('stops the start for a folder or page that can’t be read', () => {
  expect(() => read({ CONTENT_DIR: '/nowhere' })).toThrow(
    'CONTENT_DIR is "/nowhere"; expected a folder of Markdown pages (not a readable folder).',
  )
  const untitled = folderWith({ 'about.md': 'No header' })
  expect(() => read({ CONTENT_DIR: untitled })).toThrow('about.md has no header with a title and a description')
})

it('serves the pages to visitors, in the sitemap and over the API, and nothing without a file', async () => {
  const server = await startTestServerWithPages({ CONTENT_DIR: folderWith({ 'terms.md': page('Be *kind*.') }) })
  const open = async (path: string) => {
    const response = await server.router.request(`http://localhost${path}`)
    return { status: response.status, text: await response.text(), etag: response.headers.get('etag') }
  }
  const terms = await open('/terms')
  expect(terms).toMatchObject({ status: 200, etag: expect.any(String) })
  expect(terms.text).toContain('Be <em>kind</em>.')
  expect(terms.text).toContain('<title>A title · Kade</title>')
  expect(terms.text).toContain('BreadcrumbList')
  server.rendered.length = 0
  await open('/terms')
  expect(server.rendered).toEqual([])
  expect((await open('/privacy')).status).toBe(404)
  expect((await open('/sitemap/pages.xml')).text).toMatch(/\/terms<.*(?!\/privacy<)/)
  const { body } = await server.call<{ html: string }>('GET', '/pages/terms')
  expect(body.data.html).toBe('<p>Be <em>kind</em>.</p>\n')
  expect((await server.call('GET', '/pages/privacy')).status).toBe(404)
  await server.close()
})

it('says whether emails are sent', () => {
  expect(publicConfig(read()).sendsEmails).toBe(false)
  expect(publicConfig(read({ SMTP_URL: 'smtp://127.0.0.1:2525' })).sendsEmails).toBe(true)
})
