import type { Mark } from '../shapes.ts'
import * as assistants from './assistants.ts'
import * as cloud from './cloud.ts'
import * as design from './design.ts'
import * as developer from './developer.ts'
import * as fitness from './fitness.ts'
import * as games from './games.ts'
import * as hosting from './hosting.ts'
import * as learning from './learning.ts'
import * as music from './music.ts'
import * as office from './office.ts'
import * as privacy from './privacy.ts'
import * as reading from './reading.ts'
import * as security from './security.ts'
import * as social from './social.ts'
import * as streaming from './streaming.ts'

/** Every brand's mark by its name in the content. */
export const marks: Record<string, Mark> = {
  ...assistants,
  ...cloud,
  ...design,
  ...developer,
  ...fitness,
  ...games,
  ...hosting,
  ...learning,
  ...music,
  ...office,
  ...privacy,
  ...reading,
  ...security,
  ...social,
  ...streaming,
}
