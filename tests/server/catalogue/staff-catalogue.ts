import type { Sharp } from 'sharp'
import sharp from 'sharp'
import type * as z from 'zod/mini'
import { audit } from '../../../drizzle/schema.ts'
import { storePicture, pictureLink } from '../../../server/catalogue/pictures.ts'
import type { StaffCategory, StaffItemDetails } from '../../../shared/catalogue/staff-schema.ts'
import type { StaffCoupon } from '../../../shared/coupons/staff-schema.ts'
import type { TestServer } from '../../app.ts'
import { buildCategory } from '../../build.ts'

export type WireItem = z.input<typeof StaffItemDetails>
export type WireCategory = z.input<typeof StaffCategory>
export type WireCoupon = z.input<typeof StaffCoupon>

/** Stores a picture and returns its link. */
export async function buildPicture({ app }: TestServer, bytes = 'a picture'): Promise<string> {
  const name = await app.db.transaction((tx) => storePicture(tx, 'image/webp', 'webp', Buffer.from(bytes)))
  return pictureLink(name)
}

/** The body of a request to create an item. */
export async function itemInput(server: TestServer, fields: Record<string, unknown> = {}) {
  const picture = await buildPicture(server)
  return {
    name: 'Cloud storage',
    category: (fields.category as string | undefined) ?? (await buildCategory(server)).id,
    duration: 12,
    price: 12.99,
    originalPrice: null,
    shortDescription: 'Room for everything',
    description: '<p>Good</p>',
    accountType: 'Private account',
    features: ['2 TB', 'Two people'],
    logoLink: picture,
    bannerLink: picture,
    ...fields,
  }
}

/** The body of a request to change some fields of an item as it was read. */
export const changedItem = (item: WireItem, changes: Record<string, unknown> = {}) => ({
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
  version: item.version,
  ...changes,
})

/** The body of a request to create a coupon. */
export const couponInput = (fields: Record<string, unknown> = {}) => ({
  code: 'SPRING26',
  type: 'Percentage',
  amount: 10,
  validItem: null,
  validCategory: null,
  expiresAt: null,
  usesLimit: null,
  usesPerCustomer: null,
  ...fields,
})

/** The actions in the audit log, oldest first. */
export const listActions = async ({ app }: TestServer) =>
  (await app.db.select({ action: audit.action }).from(audit).orderBy(audit.seq)).map(({ action }) => action)

type Upload = { use?: string; type?: string; token?: string | undefined; headers?: Record<string, string> }
type UploadResponse = { success: boolean; message: string; error: string; data: { link: string } }

/** Uploads a picture. */
export async function upload(
  { router }: TestServer,
  bytes: Uint8Array | string,
  { use = 'logo', ...options }: Upload = {},
) {
  const { type = 'image/png', token, headers } = options
  const response = await router.request(`http://localhost/api/admin/pictures?use=${use}`, {
    method: 'POST',
    headers: { 'content-type': type, ...(token && { authorization: `Bearer ${token}` }), ...headers },
    body: typeof bytes === 'string' ? bytes : new Uint8Array(bytes),
  })
  return { status: response.status, body: (await response.json()) as UploadResponse }
}

/** A picture of one colour. */
export const draw = (width: number, height: number, colour = '#0f5239'): Sharp =>
  sharp({ create: { width, height, channels: 4, background: colour } })
