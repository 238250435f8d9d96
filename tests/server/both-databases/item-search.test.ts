import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eq, inArray, sql } from 'drizzle-orm'
import { dialect } from '../../../drizzle/kit.ts'
import { items, itemWords } from '../../../drizzle/schema.ts'
import { fillItemSearchColumns } from '../../../server/catalogue/fill-search-columns.ts'
import { runMutation } from '../../../server/events/mutation.ts'
import { seedCatalogue } from '../../../server/seed/seed-catalogue.ts'
import { seedUsers } from '../../../server/seed/seed-users.ts'
import { startTestServer, type TestServer, type Wire } from '../../app.ts'
import { buildCategory, buildItem, buildStaff, type TestUser } from '../../build.ts'
import { onWriter, openTimeoutMs } from '../../database.ts'

let server: TestServer
let mira: TestUser
beforeAll(async () => {
  server = await startTestServer()
  const now = Date.now()
  await runMutation(server.app, async (ctx) => {
    const contextAt = (minutesAgo: number) => ({ ...ctx, now: new Date(now - minutesAgo * 60_000), publish() {} })
    await seedCatalogue(contextAt, await seedUsers(contextAt, { demo: '', reviewers: '' }))
  })
  mira = await buildStaff(server)
}, openTimeoutMs)
afterAll(() => server.close())

function readMigration(name: string): string {
  const file = readdirSync(`drizzle/${dialect}`).find((one) => one.endsWith(`_${name}.sql`))
  return readFileSync(`drizzle/${dialect}/${file}`, 'utf8')
}

type Found = { names: string[]; total: number; suggestion: string | null; nearest: string[]; next: string | null }
async function find(q: string, filter = ''): Promise<Found> {
  const { status, body } = await server.call<Wire['item'][]>('GET', `/items?q=${encodeURIComponent(q)}${filter}`)
  expect(status).toBe(200)
  const { search } = body as unknown as { search?: { suggestion: string | null; nearest: string[] } }
  const names = body.data.map(({ name }) => name)
  return { names, total: body.totalCount, next: body.nextCursor, suggestion: null, nearest: [], ...search }
}

/** What is typed, and the beginning of the name of the item that is meant. */
const misspellings: [string, string][] = [
  ['askwrite', 'Askwright'],
  ['tougtmill', 'Thoughtmill'],
  ['draftfich', 'Draftfinch'],
  ['paintmoht', 'Paintmoth'],
  ['heartnote', 'Hearthnote'],
  ['ladderbox', 'Larderbox'],
  ['colcellar', 'Coldcellar'],
  ['albumor', 'Albumoor'],
  ['inkholow studio', 'Inkhollow Studio'],
  ['gridmasson', 'Gridmason'],
  ['typefery desktop', 'Typeferry Desktop'],
  ['pearlgrian', 'Pearlgrain'],
  ['brachyard', 'Branchyard'],
  ['pipenot', 'Pipeknot'],
  ['qerykiln', 'Querykiln'],
  ['stillpnod', 'Stillpond'],
  ['milefoks', 'Milefox'],
  ['pixelkay', 'Pixelquay'],
  ['dice hollow', 'Dicehollow'],
  ['emberload', 'Emberlode'],
  ['tongetree', 'Tonguetree'],
  ['coursecarn', 'Coursecairn'],
  ['hollowtune duo', 'Hollowtone Duo'],
  ['murmurad', 'Murmurade'],
  ['ledgerlurk', 'Ledgerlark'],
  ['tidewell vpm', 'Tidewell VPN'],
  ['tidewellvpn', 'Tidewell VPN'],
  ['hegdewire', 'Hedgewire'],
  ['bolthaven famly', 'Bolthaven Family'],
  ['saffron rwo balcony', 'Saffron Row Balcony'],
]

describe('misspelt names', () => {
  it.each(misspellings)('%j finds %s first', async (typed, name) => {
    const { names, suggestion } = await find(typed)
    expect(names[0]?.slice(0, name.length)).toBe(name)
    // Parts of a name are no mistakes.
    expect(suggestion === null).toBe(['murmurad', 'dice hollow'].includes(typed))
  })

  it('are at least 30', () => expect(misspellings.length).toBeGreaterThanOrEqual(30))
})

describe('the store’s own words', () => {
  it.each([
    ['streaming', 17, 'Streaming'],
    ['learning', 14, 'Learning & Languages'],
    ['music', 15, 'Music & Audio'],
    ['password', 15, 'Security & Passwords'],
  ])('%j finds the %d items of its category first', async (q, count, name) => {
    const { body } = await server.call<Wire['item'][]>('GET', `/items?q=${q}&limit=100`)
    const first = body.data.slice(0, count)
    const inName = ({ name: text }: Wire['item']) => text.toLowerCase().includes(q)
    for (const item of first) expect(item.category.name === name || inName(item), item.name).toBe(true)
    expect(body.totalCount).toBeGreaterThanOrEqual(count)
  })

  it('finds account types, features and descriptions', async () => {
    const { body } = await server.call<Wire['item'][]>('GET', '/items?q=private%20account&limit=100')
    expect(body.data.filter(({ accountType }) => accountType === 'Private account').length).toBeGreaterThan(20)
    expect((await find('footnote')).names.some((name) => name.startsWith('Thoughtmill'))).toBe(true)
    expect((await find('citation manager')).names).toEqual(['Thoughtmill Scholar', 'Quillstead Thesis'])
  })

  it('suggests the word for a misspelt one, and nothing for one that is right', async () => {
    expect(await find('vpm')).toMatchObject({ suggestion: 'vpn' })
    expect((await find('vpm')).names[0]).toMatch(/^Tidewell VPN/)
    expect(await find('vpn')).toMatchObject({ suggestion: null })
    expect(await find('tidewell vpm')).toMatchObject({ suggestion: 'tidewell vpn' })
  })

  it('names the nearest words when nothing is found', async () => {
    const nothing = await find('strimming cucumber')
    expect(nothing).toMatchObject({ names: [], total: 0, suggestion: null })
    expect(nothing.nearest).toContain('streaming')
    expect(await find('qqqqqqqq')).toMatchObject({ names: [], nearest: [] })
  })

  it('names the words of a query that find something only each by itself', async () => {
    expect(await find('photo editing')).toMatchObject({ names: [], suggestion: null, nearest: ['photo', 'editing'] })
    expect(await find('photo qqqqqqqq')).toMatchObject({ names: [], nearest: ['photo'] })
    expect(await find('photo')).toMatchObject({ nearest: [] })
  })

  it('names corrections before them, and no short words', async () => {
    for (const word of ['photo', 'editing', 'music']) expect((await find(word)).total, word).toBeGreaterThan(0)
    expect(await find('photo editing music strimming')).toMatchObject({
      names: [],
      nearest: ['streaming', 'photo', 'editing'],
    })
    for (const word of ['for', '1', 'or']) expect((await find(word)).total, word).toBeGreaterThan(0)
    expect(await find('qqqqqqqq for 1 or photo')).toMatchObject({ names: [], nearest: ['photo'] })
    await buildItem(server, { name: '中文 课程' })
    expect(await find('中文 qqqqqqqq')).toMatchObject({ names: [], nearest: ['中文'] })
  })
})

describe('ranking', () => {
  it('puts names before categories before anything else', async () => {
    const category = await buildCategory(server, 'Zebrafish')
    const other = await buildCategory(server, 'Others')
    const rest = await buildItem(server, { name: 'Aquarium', shortDescription: 'With zebrafish', categoryId: other.id })
    const named = await buildItem(server, { name: 'Zebrafish one', categoryId: other.id })
    const exact = await buildItem(server, { name: 'Zebrafish', categoryId: other.id })
    const inCategory = await buildItem(server, { name: 'Plain', categoryId: category.id })
    const described = await buildItem(server, { name: 'Book', description: '<p>On <b>Zebrafish</b>.</p>' })
    const { names } = await find('zebrafish')
    expect(names).toEqual([exact, named, inCategory, described, rest].map(({ name }) => name))
    expect((await find('zebrafish plain')).names).toEqual(['Plain'])
    expect((await find('zebrafish', `&category=${other.id}`)).total).toBe(3)
    expect((await find('zebrafish', '&sortBy=name')).names).toEqual([
      'Aquarium',
      'Book',
      'Plain',
      'Zebrafish',
      'Zebrafish one',
    ])
  })

  it('pages by relevance without gaps or repeats, also when an item leaves in between', async () => {
    const all = (await find('year', '&limit=100')).names
    const paged: string[] = []
    for (let next: string | null = ''; next !== null;) {
      const page: Found = await find('year', `&limit=7${next && `&cursor=${next}`}`)
      paged.push(...page.names)
      next = page.next
    }
    expect(paged.slice(0, 100)).toEqual(all)
    expect(new Set(paged).size).toBe(paged.length)
  })

  it('filters by price', async () => {
    const { body } = await server.call<Wire['item'][]>('GET', '/items?q=streaming&minPrice=20&maxPrice=60&limit=100')
    expect(body.totalCount).toBe(body.data.length)
    expect(body.data.every(({ price }) => price >= 20 && price <= 60)).toBe(true)
    expect(body.data.length).toBeGreaterThan(0)
  })
})

describe('items that change', () => {
  const change = async (id: string, fields: object) => {
    const { body } = await server.call<Record<string, unknown>>('GET', `/admin/items/${id}`, undefined, mira)
    const { name, duration, price, originalPrice, shortDescription, description, accountType, features } = body.data
    const { logoLink, bannerLink, version } = body.data
    const [logo, banner] = [logoLink, bannerLink]
    const category = (body.data.category as { _id: string })._id
    const input = { name, duration, price, originalPrice, shortDescription, description, accountType, features }
    return server.call(
      'PUT',
      `/admin/items/${id}`,
      { ...input, category, version, logoLink: logo, bannerLink: banner, ...fields },
      mira,
    )
  }
  const seeded = async (name: string) =>
    (await server.app.db.select().from(items).where(eq(items.name, name)).limit(1))[0]!

  it('are found by the new name and not by the old one, and corrected to the new one', async () => {
    const item = await seeded('Stackhay Team of 15')
    const description = '<p>For fifteen people.</p>'
    expect((await change(item.id, { name: 'Quokkabay Team of 15', description })).status).toBe(200)
    expect((await find('stackhay')).names).not.toContain('Quokkabay Team of 15')
    expect((await find('quokkabay')).names).toEqual(['Quokkabay Team of 15'])
    expect((await find('quokabay')).suggestion).toBe('quokkabay')
    expect((await change(item.id, { name: 'Stackhay Team of 15' })).status).toBe(200)
    expect((await find('quokkabay')).total).toBe(0)
  })

  it('are never found while archived, neither as they are nor as a correction', async () => {
    const item = await seeded('Stumpline Tour Pass')
    await server.app.db.update(items).set({ archivedAt: new Date() }).where(eq(items.id, item.id))
    expect((await find('stumpline tour pass')).names).not.toContain('Stumpline Tour Pass')
    const staff = await server.call<Wire['item'][]>(
      'GET',
      '/admin/items?q=stumpline%20tour&archived=all',
      undefined,
      mira,
    )
    expect(staff.body.data.map(({ name }) => name)).toContain('Stumpline Tour Pass')
    await server.app.db.update(items).set({ archivedAt: null }).where(eq(items.id, item.id))
  })

  it('are found by the new name of their category at once', async () => {
    const category = await buildCategory(server, 'Marmalade')
    const item = await buildItem(server, { name: 'Toast', categoryId: category.id })
    expect((await find('marmalade')).names).toEqual([item.name])
    const renamed = { name: 'Gooseberry', version: category.version }
    await server.call('PUT', `/admin/categories/${category.id}`, renamed, mira)
    expect((await find('marmalade')).names).toEqual([])
    expect((await find('gooseberry')).names).toEqual([item.name])
    expect(await find('goosebery')).toMatchObject({ names: [item.name], suggestion: 'gooseberry' })
  })

  it('keep the table of words equal to their columns', async () => {
    const expected = new Map<string, [names: number, all: number]>()
    for (const { searchName, searchText } of await server.app.db.select().from(items)) {
      for (const [column, at] of [
        [searchName, 0],
        [searchText, 1],
      ] as const) {
        for (const word of new Set(column.split('  '))) {
          if ([...word].length < 3 || [...word].length > 32 || /^[0-9.,]*$/.test(word)) continue
          const counts = expected.get(`  ${word} `) ?? [0, 0]
          counts[at] += 1
          expected.set(`  ${word} `, counts)
        }
      }
    }
    const rows = await server.app.db.select().from(itemWords)
    const stored = rows.map(({ word, nameCount, itemCount }) => [word, [nameCount, itemCount]] as const)
    expect(Object.fromEntries(stored)).toEqual(Object.fromEntries(expected))
  })
})

describe('any text', () => {
  it('finds names in any script, and by folded letters', async () => {
    const names = ['සිංහල පාඩම්', 'Уроки шахмат', 'Café Crème', 'Ｆｕｌｌ Width', '文房四宝']
    for (const name of names) await buildItem(server, { name })
    for (const [q, name] of [
      ['සිංහල', names[0]],
      ['ШАХМАТ', names[1]],
      ['шахмта', names[1]],
      ['cafe creme', names[2]],
      ['full width', names[3]],
      ['文房', names[4]],
    ]) {
      expect((await find(q!)).names[0], q).toBe(name)
    }
  })

  it('finds Chinese, Japanese and Korean names by any characters of them, and with a wrong one', async () => {
    const names = ['腾讯视频会员月卡', 'アニメ音楽見放題', '한국영화관람권']
    for (const name of names) await buildItem(server, { name, shortDescription: '随便看电影' })
    for (const [q, name] of [
      ['视频', names[0]],
      ['会员', names[0]],
      ['卡', names[0]],
      ['音楽', names[1]],
      ['영화', names[2]],
    ]) {
      expect((await find(q!)).names, q).toEqual([name])
    }
    expect((await find('电影')).names.toSorted()).toEqual(names.toSorted())
    expect(await find('腾迅视频')).toMatchObject({ names: [names[0]], suggestion: names[0] })
    expect((await find('频视')).total).toBe(0)
  })

  it('fills the parts of such words in items of an earlier version, and in no others', async () => {
    const { db } = server.app
    const stored = { searchName: '  as it was  ', searchText: '  as it was  ' }
    const [chinese, korean, latin] = await Promise.all(
      ['爱奇艺会员', '멜론 음악감상', 'Latin letters'].map((name) => buildItem(server, { name })),
    )
    await db
      .update(items)
      .set(stored)
      .where(inArray(items.id, [chinese!.id, korean!.id, latin!.id]))
    await onWriter(db, sql.raw(readMigration('expand_unspaced-words')))
    await fillItemSearchColumns(db)
    expect((await find('奇艺')).names).toEqual([chinese!.name])
    expect((await find('감상')).names).toEqual([korean!.name])
    expect(await db.select().from(items).where(eq(items.id, latin!.id))).toMatchObject([stored])
  })

  it('suggests words as they are written, not as they are compared', async () => {
    await buildItem(server, { name: 'Музыкальный клуб', shortDescription: 'Naïve «Straße» pour ÉCLAIREURS' })
    for (const [q, suggestion] of [
      ['музикальный', 'музыкальный'],
      ['naiwe strase', 'naïve straße'],
      ['eclaireurz', 'éclaireurs'],
    ]) {
      expect((await find(q!)).suggestion, q).toBe(suggestion)
    }
    expect((await find('музикальный qqqqqqqq')).nearest).toEqual(['музыкальный'])
  })

  it('takes every sign literally', async () => {
    const item = await buildItem(server, { name: '50%_off* NEAR("x") \\ --' })
    for (const q of ['50%_off*', 'NEAR("x")', '%_off', '\\', '--'])
      expect((await find(q)).names, q).toContain(item.name)
    for (const q of ['50__off', '5%off', 'NEAR(y', "' or 1=1 --", '" OR "']) {
      expect((await find(q)).names, q).not.toContain(item.name)
    }
  })

  it('bounds the longest queries', async () => {
    expect((await find('a'.repeat(200))).total).toBe(0)
    expect(
      (
        await find(
          Array.from({ length: 60 }, (_, i) => `x${i}`)
            .join(' ')
            .slice(0, 200),
        )
      ).total,
    ).toBe(0)
    expect((await server.call('GET', `/items?q=${'a'.repeat(201)}`)).status).toBe(400)
    expect((await server.call('GET', '/items?q=year&cursor=abc')).status).toBe(400)
  })
})
