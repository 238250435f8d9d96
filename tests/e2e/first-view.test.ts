import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { findItems } from './api.ts'
import { expect, test } from './fixtures.ts'
import { socketReady } from './page-actions.ts'

const manifestFile = 'dist/client/.vite/manifest.json'
type Manifest = Record<string, { file: string; name?: string; imports?: string[]; css?: string[] }>

/** The scripts that a page requests before it is hydrated, and their size as sent. */
async function readScripts(page: Page, path: string, user: object = { initials: '' }) {
  const prefs = encodeURIComponent(JSON.stringify({ theme: 'light', currency: 'USD', ...user }))
  const html = await (await page.request.get(path, { headers: { cookie: `prefs=${prefs}` } })).text()
  const files = new Set(Array.from(html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g), ([, file]) => file!))
  const sizes = [...files].map((file) => readFileSync(`dist/client${file}.br`).length)
  return { files: [...files], bytes: sizes.reduce((sum, size) => sum + size, 0) }
}

test('the first view: at most 8 scripts and 80 kB, without schemas or code of the staff area', async ({
  newVisitor,
}) => {
  const page = await newVisitor()
  const { items } = await findItems(page, 'limit=1')
  for (const path of ['/', '/items', `/items/${items[0]!._id}`, '/faq']) {
    const { files, bytes } = await readScripts(page, path)
    expect(files.length, path).toBeLessThanOrEqual(8)
    expect(bytes, path).toBeLessThanOrEqual(80_000)
    const code = files.map((file) => readFileSync(`dist/client${file}`, 'utf8')).join('')
    // A message of zod, and one of the queue.
    expect(code, path).not.toContain('Invalid input: expected')
    expect(code, path).not.toContain('/admin/payments')
  }
})

test('the queue and pages of customers: at most 8 scripts; other lists of staff: 9', async ({ newVisitor }) => {
  const page = await newVisitor()
  const customer = { initials: 'AF' }
  const order = '0mwszhtbf00k0cu6l'
  const own = ['/dashboard', '/cart', '/orders', `/orders/${order}`, `/orders/details/${order}`, '/payment', '/support']
  for (const path of [...own, '/notifications', '/profile']) {
    expect((await readScripts(page, path, customer)).files.length, path).toBeLessThanOrEqual(8)
  }
  for (const [path, most] of Object.entries({ payments: 8, orders: 9, items: 9, customers: 9 })) {
    const { files } = await readScripts(page, `/admin/${path}`, { initials: 'IJ', isStaff: true })
    expect(files.length, path).toBeLessThanOrEqual(most)
  }
  expect((await readScripts(page, '/auth')).files.length).toBeLessThanOrEqual(8)
})

test('pages that visitors read have no stylesheet that only their code loads', () => {
  const chunks = Object.values(JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest)
  for (const name of ['home', 'items', 'item', 'faq', 'not-found', 'client', 'content-view']) {
    const chunk = chunks.find((one) => one.name === name && one.file.endsWith('.js'))
    expect(chunk, name).toBeDefined()
    expect(chunk!.css, name).toBeUndefined()
  }
  // The styles of a page that isn't are with its code.
  expect(chunks.some(({ name, css }) => name === 'dashboard' && css?.length === 1)).toBe(true)
})

test('pages of a user are sent with their styles, after the main ones; those of staff to staff alone', async ({
  newVisitor,
}) => {
  const page = await newVisitor()
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest
  const stylesOf = (source: string) =>
    (manifest[source] ?? Object.values(manifest).find(({ name }) => name === source))!.css!.map((file) => `/${file}`)
  const readStyles = async (path: string, prefs: object) => {
    const cookie = `prefs=${encodeURIComponent(JSON.stringify({ theme: 'light', currency: 'USD', ...prefs }))}`
    const html = await (await page.request.get(path, { headers: { cookie } })).text()
    return Array.from(html.matchAll(/<link rel="stylesheet"[^>]* href="([^"]+)"/g), ([, href]) => href!)
  }
  const main = stylesOf('index.html')[0]!
  const dashboard = await readStyles('/dashboard', { initials: 'AF' })
  expect(dashboard[0]).toBe(main)
  expect(dashboard).toEqual(expect.arrayContaining(stylesOf('pages/dashboard.tsx')))
  const staffStyles = [...stylesOf('staff'), ...stylesOf('pages/admin-support.tsx')]
  const inbox = await readStyles('/admin/support', { initials: 'IJ', isStaff: true })
  expect(inbox[0]).toBe(main)
  expect(inbox).toEqual(expect.arrayContaining(staffStyles))
  const ofCustomer = await readStyles('/admin/support', { initials: 'AF' })
  for (const style of staffStyles) expect(ofCustomer).not.toContain(style)
  expect(await readStyles('/faq', { initials: '' })).toEqual([main])
})

test('no customer loads the chunks that staff pages share', async () => {
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest
  const importsOf = (name: string, seen = new Set<string>()): Set<string> => {
    if (!seen.has(name)) {
      seen.add(name)
      for (const imported of manifest[name]?.imports ?? []) importsOf(imported, seen)
    }
    return seen
  }
  const staff = Object.keys(manifest).filter((name) => manifest[name]!.name === 'staff')
  expect(staff).toHaveLength(1)
  const pages = Object.keys(manifest).filter((name) => name.startsWith('pages/') && !name.startsWith('pages/admin'))
  for (const name of ['index.html', ...pages]) expect([...importsOf(name)], name).not.toContain(staff[0])
})

test('once idle, only staff have loaded the code of the staff area', async ({ logIn, newVisitor }) => {
  async function staffScriptsOf(page: Page) {
    const found: string[] = []
    page.on('request', (request) => {
      if (/\/assets\/(apply-staff-event|staff)-/.test(request.url())) found.push(request.url())
    })
    await Promise.all([socketReady(page), page.goto('/items')])
    return found
  }
  expect(await staffScriptsOf(await newVisitor())).toEqual([])
  expect(await staffScriptsOf((await logIn('ada@example.com')).page)).toEqual([])
  expect(await staffScriptsOf((await logIn('staff@example.com')).page)).not.toEqual([])
})
