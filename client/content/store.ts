import type { ContentPage } from '../../shared/content.ts'

/** The owner's pages that were opened, by slug. */
export type ContentState = Partial<Record<string, ContentPage>>

export const contentKey = (slug: string) => `content/${slug}`
