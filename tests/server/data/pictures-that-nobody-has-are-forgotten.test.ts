import Database from 'better-sqlite3'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { dialect } from '../../../drizzle/kit.ts'
import { pictures } from '../../../drizzle/schema.ts'
import { forgetPictures } from '../../../server/catalogue/forget-pictures.ts'
import { startClock } from '../../../server/clock.ts'
import { openTestStore, type TestStore, type Wire } from '../../app.ts'
import { buildStaff, buildUser, type Somebody } from '../../build.ts'
import { opening } from '../../database.ts'
import { draw, upload, type WireItem, writtenItem, written } from '../staff/catalogue.ts'

const hour = 3_600_000
let store: TestStore
let [ada, mira] = [] as unknown as [Somebody, Somebody]
beforeAll(async () => {
  store = await openTestStore()
  ada = await buildUser(store)
  mira = await buildStaff(store)
}, opening)
afterAll(() => store.close())
beforeEach(() => forget())

let width = 8
/** A picture of its own, uploaded so many hours ago. */
async function picture(hoursAgo: number): Promise<string> {
  const bytes = await draw((width += 1), 8)
    .png()
    .toBuffer()
  const { body } = await send(bytes)
  await age(body.data.link, hoursAgo)
  return body.data.link
}
const send = (bytes: Buffer) => upload(store, bytes, { use: 'banner', token: mira.token })
const age = (link: string, hours: number) =>
  store.store.db
    .update(pictures)
    .set({ createdAt: new Date(Date.now() - hours * hour) })
    .where(eq(pictures.name, link.slice('/media/'.length)))
const create = async (given: Record<string, unknown>) =>
  store.call<WireItem>('POST', '/admin/items', await writtenItem(store, given), { token: mira.token })
const forget = (db = store.store.db) => forgetPictures(db, new Date(Date.now() - 24 * hour))
const isThere = async (link: string) => (await store.app.request(`http://localhost${link}`)).status === 200
const whichAreThere = async (links: Record<string, string>) => {
  const there: string[] = []
  for (const [what, link] of Object.entries(links)) if (await isThere(link)) there.push(what)
  return there
}

test('one that no item has goes after a day; what an item or an order has stays however old it is', async () => {
  const links = {
    unused: await picture(25),
    alsoUnused: await picture(1000),
    fresh: await picture(23),
    logo: await picture(1000),
    banner: await picture(1000),
    archived: await picture(1000),
    orderedLogo: await picture(1000),
    replacedBanner: await picture(1000),
    newLogo: await picture(1000),
  }
  await create({ logoLink: links.logo, bannerLink: links.banner })
  const archived = (await create({ logoLink: links.archived, bannerLink: links.archived })).body.data
  await buildOrderOf(archived)
  await store.call('DELETE', `/admin/items/${archived._id}`, undefined, { token: mira.token })
  const item = (await create({ logoLink: links.orderedLogo, bannerLink: links.replacedBanner })).body.data
  const order = await buildOrderOf(item)
  const anew = written(item, { logoLink: links.newLogo, bannerLink: links.newLogo })
  const changed = await store.call('PUT', `/admin/items/${item._id}`, anew, { token: mira.token })
  expect(changed.status).toBe(200)

  expect(await forget()).toBe(3)
  expect(await whichAreThere(links)).toEqual(['fresh', 'logo', 'banner', 'archived', 'orderedLogo', 'newLogo'])
  const kept = await store.call<Wire['order']>('GET', `/checkout/${order}`, undefined, { token: ada.token })
  expect(kept.body.data.items[0]!.logoLink).toBe(links.orderedLogo)
  expect(await forget()).toBe(0)
})

/** An order in which the item stands as it is now. */
async function buildOrderOf({ _id }: WireItem): Promise<string> {
  const { token } = ada
  await store.call('POST', '/cart', { item: _id }, { token })
  return (await store.call<Wire['order']>('POST', '/checkout', { paymentMethod: 'bank' }, { token })).body.data._id
}

test('one that is uploaded once more is new again, and can be put on an item', async () => {
  const bytes = await draw(9, 9, '#abcdef').png().toBuffer()
  const { link } = (await send(bytes)).body.data
  await age(link, 48)
  expect((await send(bytes)).body.data.link).toBe(link)
  expect(await forget()).toBe(0)
  expect((await create({ logoLink: link, bannerLink: link })).status).toBe(200)
  await age(link, 48)
  expect(await forget()).toBe(0)
})

test('of an item that takes a picture and the store that forgets it in the same moment, one is first', async () => {
  let taken = 0
  for (let round = 0; round < 12; round += 1) {
    const link = await picture(48)
    const creating = create({ logoLink: link })
    // The item is looked at, and perhaps written, before the store begins to forget.
    for (let turn = 0; turn < round; turn += 1) await new Promise(setImmediate)
    const [{ status, body }] = await Promise.all([creating, forget()])
    if (status !== 200) expect(body.message).toBe('Please upload the picture again.')
    expect(await isThere(link)).toBe(status === 200)
    taken += Number(status === 200)
  }
  expect(taken).toBeGreaterThan(0)
})

test('the store does it by itself within an hour', async () => {
  const [old, fresh] = [await picture(30), await picture(1)]
  const stop = startedAnHourAgo()
  await expect.poll(() => isThere(old)).toBe(false)
  stop()
  expect(await whichAreThere({ old, fresh })).toEqual(['fresh'])
})

/** The clock, whose timers have just come to an hour. */
function startedAnHourAgo() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const stop = startClock(store.store)
  vi.advanceTimersByTime(hour)
  vi.useRealTimers()
  return stop
}

test.each(dialect === 'sqlite' ? [dialect] : [])(
  'which those are is found along indexes, without a picture being read',
  async () => {
    const asked: string[] = []
    const original = Database.prototype.prepare
    const spy = vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (this: Database.Database, sql) {
      asked.push(sql)
      return original.call(this, sql)
    })
    const other = await openTestStore()
    await forget(other.store.db)
    spy.mockRestore()
    const query = asked.find((sql) => /^select .* from "pictures"/.test(sql) && sql.includes('not exists'))!
    const reader = new Database(`${other.folder}/store.db`, { readonly: true })
    const plan = reader.prepare(`explain query plan ${query}`).all(0, 1) as { detail: string }[]
    reader.close()
    await other.close()
    const steps = plan.map(({ detail }) => detail).join('\n')
    expect(steps).toContain('SEARCH pictures USING COVERING INDEX pictures_by_age')
    expect(steps).toContain('SEARCH order_lines USING INDEX order_lines_by_logo')
    expect(steps).not.toMatch(/SCAN (pictures|order_lines)/)
  },
)
