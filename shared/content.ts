import * as z from 'zod/mini'
import { OpeningHours } from './opening-hours.ts'

/** The pages that the owner writes as Markdown files, by the last part of their address. */
export const contentSlugs = ['how-it-works', 'about', 'contact', 'terms', 'refunds', 'privacy'] as const
export type ContentSlug = (typeof contentSlugs)[number]

/** A page that the owner wrote. */
export const ContentPage = z.object({
  slug: z.enum(contentSlugs),
  title: z.string(),
  /** One sentence for search engines and shared links. */
  description: z.string(),
  /** One sentence that it promises, shown where customers buy. */
  promise: z.nullable(z.string()),
  /** The sanitized body, without its heading. */
  html: z.string(),
})
export type ContentPage = z.infer<typeof ContentPage>

/** Who runs the store; what the owner hasn't set is null. */
export const Owner = z.object({
  /** The registered name. */
  name: z.nullable(z.string()),
  address: z.nullable(z.string()),
  /** The number under which it is registered, in the owner's words. */
  registration: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** In the international format, with spaces. */
  phone: z.nullable(z.string()),
  /** When payments are checked and messages answered, in words. */
  hours: z.nullable(z.string()),
  /** The same for what the store promises by the hour. */
  opening: z.nullable(OpeningHours),
})
export type Owner = z.infer<typeof Owner>

/** The slug of a path such as `/terms`, if it is one of a content page. */
export const contentSlugOf = (pathname: string) =>
  contentSlugs.find((slug) => pathname.replace(/\/$/, '').toLowerCase() === `/${slug}`)
