import type { Cover } from '../cover.ts'
import * as community from './community.ts'
import * as design from './design.ts'
import * as learning from './learning.ts'
import * as media from './media.ts'
import * as storage from './storage.ts'

/** Every cover composition by its name in the content. */
export const covers: Record<string, Cover> = {
  ...community,
  ...design,
  ...learning,
  ...media,
  ...storage,
}
