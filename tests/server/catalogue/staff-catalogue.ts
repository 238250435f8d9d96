import type { Sharp } from 'sharp'
import sharp from 'sharp'
import type * as z from 'zod/mini'
import { audit } from '../../../drizzle/schema.ts'
import { keepPicture, pictureLink } from '../../../server/catalogue/pictures.ts'
import type { StaffCategory, StaffCoupon, StaffItemDetails } from '../../../shared/staff-catalogue.ts'
import type { TestStore } from '../../app.ts'
import { buildCategory } from '../../build.ts'

export type WireItem = z.input<typeof StaffItemDetails>
export type WireCategory = z.input<typeof StaffCategory>
export type WireCoupon = z.input<typeof StaffCoupon>

/** A picture that the store has. */
export async function buildPicture({ store }: TestStore, bytes = 'a picture'): Promise<string> {
  const name = await store.db.transaction((tx) => keepPicture(tx, 'image/webp', 'webp', Buffer.from(bytes)))
  return pictureLink(name)
}

/** What staff send of a new item. */
export async function writtenItem(test: TestStore, given: Record<string, unknown> = {}) {
  const picture = await buildPicture(test)
  return {
    name: 'Cloud storage',
    category: (given.category as string | undefined) ?? (await buildCategory(test)).id,
    duration: 12,
    price: 12.99,
    originalPrice: null,
    shortDescription: 'Room for everything',
    description: '<p>Good</p>',
    accountType: 'Private account',
    features: ['2 TB', 'Two people'],
    logoLink: picture,
    bannerLink: picture,
    ...given,
  }
}

/** What staff send to write an item anew: what they read of it, and what is to be another. */
export const written = (item: WireItem, given: Record<string, unknown> = {}) => ({
  name: item.name,
  category: item.category._id,
  duration: item.duration,
  price: item.price,
  originalPrice: item.originalPrice,
  shortDescription: item.shortDescription,
  description: item.description,
  accountType: item.accountType,
  features: item.features,
  logoLink: item.logoLink,
  bannerLink: item.bannerLink,
  updatedAt: item.updatedAt,
  ...given,
})

/** What staff send of a new coupon. */
export const writtenCoupon = (given: Record<string, unknown> = {}) => ({
  code: 'SPRING26',
  type: 'Percentage',
  amount: 10,
  validItem: null,
  validCategory: null,
  expiresAt: null,
  usesLimit: null,
  usesPerCustomer: null,
  ...given,
})

/** Everything that staff did, in a word each. */
export const actions = async ({ store }: TestStore) =>
  (await store.db.select({ action: audit.action }).from(audit).orderBy(audit.seq)).map(({ action }) => action)

type Upload = { use?: string; type?: string; token?: string | undefined; headers?: Record<string, string> }
type Told = { success: boolean; message: string; error: string; data: { link: string } }

/** Sends a file to where pictures are uploaded. */
export async function upload({ app }: TestStore, bytes: Uint8Array | string, { use = 'logo', ...sent }: Upload = {}) {
  const { type = 'image/png', token, headers } = sent
  const response = await app.request(`http://localhost/api/admin/pictures?use=${use}`, {
    method: 'POST',
    headers: { 'content-type': type, ...(token && { authorization: `Bearer ${token}` }), ...headers },
    body: typeof bytes === 'string' ? bytes : new Uint8Array(bytes),
  })
  return { status: response.status, body: (await response.json()) as Told }
}

/** A plain picture. */
export const draw = (width: number, height: number, colour = '#0f5239'): Sharp =>
  sharp({ create: { width, height, channels: 4, background: colour } })
