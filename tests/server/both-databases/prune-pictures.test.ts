import Database from 'better-sqlite3'
import { eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { dialect } from '../../../drizzle/kit.ts'
import { pictures } from '../../../drizzle/schema.ts'
import { prunePictures } from '../../../server/catalogue/prune-pictures.ts'
import { startScheduler } from '../../../server/jobs/scheduler.ts'
import { startTestServer, type TestServer, type Wire } from '../../app.ts'
import { buildItem, buildStaff, buildUser, type TestUser } from '../../build.ts'
import { openTimeoutMs } from '../../database.ts'
import { draw, upload, type WireItem, itemInput, changedItem } from '../catalogue/staff-catalogue.ts'

const hour = 3_600_000
let server: TestServer
let [ada, mira] = [] as unknown as [TestUser, TestUser]
beforeAll(async () => {
  server = await startTestServer()
  ada = await buildUser(server)
  mira = await buildStaff(server)
}, openTimeoutMs)
afterAll(() => server.close())
beforeEach(() => prune())

let width = 8
/** Uploads a new picture, as if `hoursAgo`, and returns its link. */
async function uploadPicture(hoursAgo: number): Promise<string> {
  const bytes = await draw((width += 1), 8)
    .png()
    .toBuffer()
  const { body } = await send(bytes)
  await setAge(body.data.link, hoursAgo)
  return body.data.link
}
const send = (bytes: Buffer) => upload(server, bytes, { use: 'banner', token: mira.token })
const setAge = (link: string, hours: number) =>
  server.app.db
    .update(pictures)
    .set({ createdAt: new Date(Date.now() - hours * hour) })
    .where(eq(pictures.name, link.slice('/media/'.length)))
const createItem = async (fields: Record<string, unknown>) =>
  server.call<WireItem>('POST', '/admin/items', await itemInput(server, fields), { token: mira.token })
const prune = (db = server.app.db) => prunePictures(db, new Date(Date.now() - 24 * hour))
const exists = async (link: string) => (await server.router.request(`http://localhost${link}`)).status === 200
const findExisting = async (links: Record<string, string>) => {
  const existing: string[] = []
  for (const [name, link] of Object.entries(links)) if (await exists(link)) existing.push(name)
  return existing
}

it('deletes pictures after a day, unless an item or an order uses them', async () => {
  const links = {
    unused: await uploadPicture(25),
    alsoUnused: await uploadPicture(1000),
    fresh: await uploadPicture(23),
    logo: await uploadPicture(1000),
    banner: await uploadPicture(1000),
    archived: await uploadPicture(1000),
    orderedLogo: await uploadPicture(1000),
    replacedBanner: await uploadPicture(1000),
    newLogo: await uploadPicture(1000),
  }
  await createItem({ logoLink: links.logo, bannerLink: links.banner })
  const archived = (await createItem({ logoLink: links.archived, bannerLink: links.archived })).body.data
  await buildOrderOf(archived)
  await server.call('DELETE', `/admin/items/${archived._id}`, undefined, { token: mira.token })
  const item = (await createItem({ logoLink: links.orderedLogo, bannerLink: links.replacedBanner })).body.data
  const order = await buildOrderOf(item)
  const input = changedItem(item, { logoLink: links.newLogo, bannerLink: links.newLogo })
  const changed = await server.call('PUT', `/admin/items/${item._id}`, input, { token: mira.token })
  expect(changed.status).toBe(200)

  expect(await prune()).toBe(3)
  expect(await findExisting(links)).toEqual(['fresh', 'logo', 'banner', 'archived', 'orderedLogo', 'newLogo'])
  const ordered = await server.call<Wire['order']>('GET', `/checkout/${order}`, undefined, { token: ada.token })
  expect(ordered.body.data.items[0]!.logoLink).toBe(links.orderedLogo)
  expect(await prune()).toBe(0)
})

/** Orders the item as it is now. */
async function buildOrderOf({ _id }: WireItem): Promise<string> {
  const { token } = ada
  await server.call('POST', '/cart', { item: _id }, { token })
  return (await server.call<Wire['order']>('POST', '/checkout', { paymentMethod: 'bank' }, { token })).body.data._id
}

it('keeps a picture for another day when it is uploaded again', async () => {
  const bytes = await draw(9, 9, '#abcdef').png().toBuffer()
  const { link } = (await send(bytes)).body.data
  await setAge(link, 48)
  expect((await send(bytes)).body.data.link).toBe(link)
  expect(await prune()).toBe(0)
  expect((await createItem({ logoLink: link, bannerLink: link })).status).toBe(200)
  await setAge(link, 48)
  expect(await prune()).toBe(0)
})

it('never deletes a picture that a concurrently created item uses', async () => {
  let created = 0
  // The item's creation starts ahead of the pruning: by nothing, then by ever more turns, until it has won sometimes.
  for (let headStart = 0; created < 4; headStart = Math.ceil((headStart + 1) * 1.25)) {
    const link = await uploadPicture(48)
    const creating = createItem({ logoLink: link })
    for (let turn = 0; turn < headStart; turn += 1) await new Promise(setImmediate)
    const [{ status, body }] = await Promise.all([creating, prune()])
    if (status !== 200) expect(body.message).toBe('Please upload the picture again.')
    expect(await exists(link)).toBe(status === 200)
    created += Number(status === 200)
  }
})

it('finds unused pictures behind hundreds that are used', async () => {
  const used = await uploadPicture(48)
  const rows = Array.from({ length: 250 }, (_, i) => ({
    name: `used${i}.png`,
    type: 'image/png',
    bytes: Buffer.from('x'),
    // Several of the same age, so that a page ends among them.
    createdAt: new Date(Date.now() - (72 - (i % 3)) * hour),
  }))
  await server.app.db.insert(pictures).values(rows)
  const item = (await createItem({ logoLink: used })).body.data
  for (const { name } of rows) await buildItem(server, { categoryId: item.category._id, logoLink: `/media/${name}` })
  const unused = await uploadPicture(25)
  expect(await prune()).toBe(1)
  expect(await exists(unused)).toBe(false)
  expect(await server.app.db.$count(pictures, like(pictures.name, 'used%'))).toBe(250)
})

it.each([
  ['soon after the start', 30_000],
  ['within an hour by itself', hour],
])('runs %s', async (_, ms) => {
  const [old, fresh] = [await uploadPicture(30), await uploadPicture(1)]
  const stop = startSchedulerAgo(ms)
  await expect.poll(() => exists(old)).toBe(false)
  await stop()
  expect(await findExisting({ old, fresh })).toEqual(['fresh'])
})

/** A scheduler whose timers have just run for `ms`. */
function startSchedulerAgo(ms: number) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const stop = startScheduler(server.app)
  vi.advanceTimersByTime(ms)
  vi.useRealTimers()
  return stop
}

it.each(dialect === 'sqlite' ? [dialect] : [])('finds unused pictures along indexes, without reading one', async () => {
  await uploadPicture(25)
  const statements: string[] = []
  const original = Database.prototype.prepare
  const spy = vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (this: Database.Database, sql) {
    statements.push(sql)
    return original.call(this, sql)
  })
  const other = await startTestServer()
  await other.app.db.insert(pictures).values({
    name: 'old.png',
    type: 'image/png',
    bytes: Buffer.from('x'),
    createdAt: new Date(Date.now() - 48 * hour),
  })
  expect(await prune(other.app.db)).toBe(1)
  spy.mockRestore()
  // Reads, besides the row lock of Postgres.
  const queries = statements.filter((sql) =>
    /^select .* from "pictures" where (?!"pictures"."name" in \(\?\)$)/.test(sql),
  )
  const reader = new Database(`${other.folder}/store.db`, { readonly: true })
  const plan = queries.flatMap((sql) => {
    const parameters = Array.from(sql.matchAll(/\?/g), () => 1)
    return reader.prepare(`explain query plan ${sql}`).all(parameters) as { detail: string }[]
  })
  reader.close()
  await other.close()
  const steps = plan.map(({ detail }) => detail).join('\n')
  expect(steps).toContain('SEARCH pictures USING COVERING INDEX pictures_by_age')
  expect(steps).toContain('SEARCH items USING INDEX items_by_logo')
  expect(steps).toContain('SEARCH items USING INDEX items_by_banner')
  expect(steps).toContain('SEARCH order_lines USING INDEX order_lines_by_logo')
  expect(steps).toContain('SEARCH pictures USING COVERING INDEX sqlite_autoindex_pictures_1 (name=?)')
  expect(steps).not.toMatch(/SCAN (pictures|order_lines|items)|TEMP B-TREE|pictures USING INDEX/)
})
