import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer, type Wire } from '../../app.ts'
import { buildCategory, buildItem } from '../../build.ts'
import { openTimeoutMs } from '../../database.ts'

type Answer = { totalCount: number; categoryCounts?: { category: string; count: number }[] }

let server: TestServer
let categories: string[]
beforeAll(async () => {
  server = await startTestServer()
  categories = []
  for (const name of ['Streaming', 'Music Lessons', 'Empty']) categories.push((await buildCategory(server, name)).id)
  for (let n = 0; n < 40; n += 1) {
    await buildItem(server, {
      name: n % 3 === 0 ? `Piano box ${n}` : `Cloud box ${n}`,
      categoryId: categories[n % 7 === 0 ? 1 : 0]!,
      price: 500 + n * 100,
      months: n % 5 === 0 ? 12 : 1,
      rating: (n % 6) * 100,
      reviewCount: 1,
      ...(n % 8 === 0 && { archivedAt: new Date() }),
    })
  }
}, openTimeoutMs)
afterAll(() => server.close())

async function read(query: string): Promise<Answer> {
  const { status, body } = await server.call<Wire['item'][]>('GET', `/items?${query}`)
  expect(status).toBe(200)
  return body
}

it.each([
  'minPrice=10',
  'maxPrice=25.5&sortBy=price-low',
  'minPrice=10&maxPrice=30&duration=year&sortBy=popular',
  'minRating=4',
  'duration=month&minRating=3',
  'q=piano',
  'q=box&sortBy=name',
  'q=music',
  'q=music box&maxPrice=30',
  'q=pianno&minPrice=10',
  'q=box&duration=year&minRating=3&sortBy=rating',
])('%s counts what the list of each category would show, whatever the category', async (query) => {
  const { totalCount, categoryCounts } = await read(query)
  const counted = new Map(categoryCounts!.map(({ category, count }) => [category, count]))
  expect([...counted.values()]).not.toContain(0)
  for (const category of categories) {
    const own = await read(`${query}&category=${category}`)
    expect(counted.get(category) ?? 0, category).toBe(own.totalCount)
    expect(new Map(own.categoryCounts!.map(({ category, count }) => [category, count]))).toEqual(counted)
  }
  expect([...counted.values()].reduce((sum, count) => sum + count, 0)).toBe(totalCount)
})

it('counts none of what a filter leaves nothing of', async () => {
  expect(await read('minPrice=9999')).toMatchObject({ totalCount: 0, categoryCounts: [] })
  expect(await read('q=zzzzzzzz')).toMatchObject({ totalCount: 0, categoryCounts: [] })
})

it('counts the same on the next page', async () => {
  const first = (await read('minPrice=10&limit=2')) as Answer & { nextCursor: string }
  const next = await read(`minPrice=10&limit=2&cursor=${first.nextCursor}`)
  expect(next.totalCount).toBe(first.totalCount)
  expect(new Set(next.categoryCounts)).toEqual(new Set(first.categoryCounts))
})

it('adds no counts to a list that nothing but its category narrows', async () => {
  for (const query of ['', 'sortBy=name', `category=${categories[0]}&limit=3`]) {
    expect(await read(query)).not.toHaveProperty('categoryCounts')
  }
})
