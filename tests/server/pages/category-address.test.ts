import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildStaff, type TestUser } from '../../build.ts'
import { startTestServerWithPages } from '../../pages.ts'
import type { WireCategory } from '../catalogue/staff-catalogue.ts'

let server: Awaited<ReturnType<typeof startTestServerWithPages>>
let mira: TestUser
beforeAll(async () => {
  server = await startTestServerWithPages({ PUBLIC_URL: 'https://kade.example' })
  mira = await buildStaff(server)
})
afterAll(() => server.close())

const create = async (name: string) =>
  (await server.call<WireCategory>('POST', '/admin/categories', { name }, { token: mira.token })).body.data
const remove = ({ _id }: WireCategory) =>
  server.call('DELETE', `/admin/categories/${_id}`, undefined, { token: mira.token })
const open = async (category: string, others = '') =>
  server.router.request(`http://localhost/items?category=${encodeURIComponent(category)}${others}`)
const canonicalOf = async (category: string) =>
  /rel="canonical" href="([^"]*)"/.exec(await (await open(category)).text())?.[1]

it('leads a name, or its slug, to the list by id, with all other parameters', async () => {
  const music = await create('Música & Audio')
  for (const name of ['musica-audio', 'Música & Audio', 'MUSICA AUDIO']) {
    const response = await open(name, '&minPrice=2&ref=ABC')
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe(`/items?category=${music._id}-musica-audio&minPrice=2&ref=ABC`)
  }
  await remove(music)
  expect((await open('musica-audio')).status).toBe(200)
})

it('tells names without Latin letters apart', async () => {
  const categories = [await create('音楽'), await create('学習')]
  for (const { _id, name } of categories)
    expect((await open(name)).headers.get('location')).toBe(`/items?category=${_id}`)
  expect((await open('本')).status).toBe(200)
})

it('lists a category by its id with any ending, under one canonical address', async () => {
  const { _id, version } = await create('News & Reading')
  for (const ending of ['', '-news-reading', '-old-name'])
    expect(await canonicalOf(_id + ending)).toBe(`https://kade.example/items?category=${_id}-news-reading`)
  await server.call('PUT', `/admin/categories/${_id}`, { name: 'Books', version }, { token: mira.token })
  expect(await canonicalOf(`${_id}-news-reading`)).toBe(`https://kade.example/items?category=${_id}-books`)
})

it('finds nothing for other words, and keeps their pages from search engines', async () => {
  await create('Design Tools')
  for (const text of ['design', 'tools-design', 'toString', '-', '\0', 'd'.repeat(500), '\r\nset-cookie: a=b']) {
    const response = await open(text)
    expect(response.status, text).toBe(200)
    expect(await response.text(), text).not.toMatch(/<h1[^>]*>Design Tools/)
  }
  expect(await canonicalOf('design')).toBeUndefined()
})
