import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { items } from '../../../drizzle/schema.ts'
import { itemSorts } from '../../../shared/catalogue/list-options.ts'
import { startTestServer, type TestServer, type Wire } from '../../app.ts'
import { buildCategory, buildItem } from '../../build.ts'

let server: TestServer
let streaming: string
let storage: string
const reviewed = (stars: number, reviewCount = 10) => ({
  rating: stars * 100,
  starsSum: stars * reviewCount,
  reviewCount,
})
/** In order of creation; many share a price, rating, name or creation time. */
const fixtures = [
  { name: 'Zoom Net', price: 500, ...reviewed(4.5) },
  { name: 'net basic', price: 1299, ...reviewed(4.5) },
  { name: 'Äther 100% Pure', price: 1299 },
  { name: 'Cloud_Box', price: 1299, ...reviewed(3) },
  { name: 'Cloud Box', price: 999, ...reviewed(4.5) },
  { name: 'Same', price: 1299, ...reviewed(5) },
  { name: 'Same', price: 1299, ...reviewed(5) },
  { name: 'Same', price: 1299, ...reviewed(5) },
  { name: 'Back\\slash', price: 100, ...reviewed(1) },
  { name: 'Quote " and \' here', price: 100_000, ...reviewed(1) },
]
beforeAll(async () => {
  server = await startTestServer()
  streaming = (await buildCategory(server, 'Streaming')).id
  storage = (await buildCategory(server, 'Storage')).id
  for (const [i, item] of fixtures.entries()) {
    await buildItem(server, {
      ...item,
      categoryId: i % 3 === 0 ? storage : streaming,
      shortDescription: i === 0 ? 'For the whole Family' : '',
      createdAt: new Date(1_700_000_000_000 + Math.floor(i / 2) * 1000),
    })
  }
  await buildItem(server, { name: 'Archived Net', categoryId: streaming, archivedAt: new Date() })
})
afterAll(() => server.close())

const list = (query = '') => server.call<Wire['item'][]>('GET', `/items${query && `?${query}`}`)
const namesOf = async (query: string) => (await list(query)).body.data.map(({ name }) => name).toSorted()

describe('filtering', () => {
  it('returns only the items of a category, and their total', async () => {
    const { body } = await list(`category=${storage}`)
    expect(body.totalCount).toBe(4)
    expect(body.data.map((item) => item.category)).toEqual(body.data.map(() => ({ _id: storage, name: 'Storage' })))
  })

  it('returns nothing for an unknown category', async () => {
    expect((await list('category=nowhere')).body).toMatchObject({ data: [], totalCount: 0, nextCursor: null })
  })

  it('includes both ends of a price range', async () => {
    expect(await namesOf('minPrice=5&maxPrice=9.99')).toEqual(['Cloud Box', 'Zoom Net'])
    expect(await namesOf('minPrice=1000.01')).toEqual([])
    expect(await namesOf('maxPrice=1')).toEqual(['Back\\slash'])
    expect(await namesOf('minPrice=9.99&maxPrice=5')).toEqual([])
  })

  it('filters by duration and by rating', async () => {
    const category = (await buildCategory(server)).id
    for (const [name, months, stars, reviewCount] of [
      ['One', 1, 5, 1],
      ['Two', 2, 3.99, 100],
      ['Eleven', 11, 4, 2],
      ['Year', 12, 3, 1],
      ['Years', 24, 0, 0],
    ] as const) {
      await buildItem(server, { name, months, categoryId: category, ...reviewed(stars, reviewCount) })
    }
    const found = (query: string) => namesOf(`category=${category}&${query}`)
    expect(await found('duration=month')).toEqual(['One'])
    expect(await found('duration=months')).toEqual(['Eleven', 'Two'])
    expect(await found('duration=year')).toEqual(['Year'])
    expect(await found('duration=years')).toEqual(['Years'])
    expect(await found('minRating=4')).toEqual(['Eleven', 'One'])
    expect(await found('minRating=3')).toEqual(['Eleven', 'One', 'Two', 'Year'])
    expect((await list(`category=${category}&minRating=4&duration=months`)).body.totalCount).toBe(1)
    await server.app.db.update(items).set({ archivedAt: new Date() }).where(eq(items.categoryId, category))
  })

  it('ignores empty filters', async () => {
    expect((await list('category=&minPrice=&q=')).body.totalCount).toBe(fixtures.length)
  })

  it('combines filters', async () => {
    expect(await namesOf(`category=${streaming}&q=net&minPrice=12`)).toEqual(['net basic'])
  })
})

describe('searching', () => {
  it.each([
    ['net', ['Zoom Net', 'net basic']],
    ['NET', ['Zoom Net', 'net basic']],
    ['basic net', ['net basic']],
    ['family', ['Zoom Net']],
    ['äther', ['Äther 100% Pure']],
    ['ÄTHER', ['Äther 100% Pure']],
    ['ather', ['Äther 100% Pure']],
    ['%', []],
    ['100%', ['Äther 100% Pure']],
    // One or two letters find the words that begin with them.
    ['1', ['Äther 100% Pure']],
    ['ne', ['Zoom Net', 'net basic']],
    ['et', []],
    ['0%p', []],
    ['_', []],
    ['cloud_box', ['Cloud_Box']],
    ['d_b', ['Cloud_Box']],
    ['\\', []],
    ['k\\s', ['Back\\slash']],
    ['"', ['Quote " and \' here']],
    ["'", ['Quote " and \' here']],
    ['archived', []],
    ['nothing like it', []],
  ])('for %j returns %j', async (q, names) => {
    expect(await namesOf(`q=${encodeURIComponent(q)}`)).toEqual(names.toSorted())
  })
})

describe('sorting', () => {
  it.each(itemSorts)('by %s returns every item once, for any page size', async (sortBy) => {
    const all = (await list(`sortBy=${sortBy}`)).body.data
    expect(all).toHaveLength(fixtures.length)
    for (const limit of [1, 2, 3, 7]) {
      const paged: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const { body } = await list(`sortBy=${sortBy}&limit=${limit}&cursor=${cursor}`)
        expect(body.data.length).toBeLessThanOrEqual(limit)
        expect(body.totalCount).toBe(fixtures.length)
        paged.push(...body.data.map(({ _id }) => _id))
        cursor = body.nextCursor
      }
      expect(paged).toEqual(all.map(({ _id }) => _id))
    }
  })

  const isSorted = (values: (string | number)[]) => values.every((value, i) => i === 0 || values[i - 1]! <= value)
  it.each<[string, (item: Wire['item']) => string | number]>([
    ['price-low', ({ price }) => price],
    ['price-high', ({ price }) => -price],
    ['rating', ({ averageRating }) => -averageRating],
    ['newest', ({ createdAt }) => -Date.parse(createdAt)],
  ])('by %s returns the items in that order', async (sortBy, valueOf) => {
    expect(isSorted((await list(`sortBy=${sortBy}`)).body.data.map(valueOf))).toBe(true)
  })

  it('is by newest first by default', async () => {
    expect((await list()).body.data).toEqual((await list('sortBy=newest')).body.data)
  })

  it('continues within a filter on the next page', async () => {
    const first = await list(`category=${streaming}&sortBy=rating&limit=2`)
    const rest = await list(`category=${streaming}&sortBy=rating&cursor=${first.body.nextCursor}`)
    expect([...first.body.data, ...rest.body.data]).toEqual(
      (await list(`category=${streaming}&sortBy=rating`)).body.data,
    )
  })
})

const forged = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
it.each([
  'sortBy=cheapest',
  'duration=week',
  'minRating=5',
  'limit=0',
  'limit=101',
  'limit=ten',
  'minPrice=-1',
  'minPrice=1.234',
  'maxPrice=lots',
  'colour=red',
  'limit=1&limit=2',
  'cursor=nonsense',
  `cursor=${forged(null)}`,
  `cursor=${forged([1])}`,
  `cursor=${forged(['text', 'id'])}`,
  `cursor=${forged([8.64e15 + 1, 'id'])}`,
  `cursor=${forged([1.5, 'id'])}`,
  `sortBy=price-low&cursor=${forged([1e300, 'id'])}`,
  `sortBy=name&cursor=${forged([7, 'id'])}`,
  `q=${'x'.repeat(201)}`,
])('returns 400 with one sentence for %s', async (query) => {
  const { status, body } = await list(query)
  expect([status, body.error]).toEqual([400, 'invalid'])
  expect(body.message).toMatch(/^\S.{5,}$/)
})
