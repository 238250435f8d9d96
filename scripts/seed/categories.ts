import type { Brand } from './brand.ts'
import { assistants } from './brands/assistants.ts'
import { cloud } from './brands/cloud.ts'
import { design } from './brands/design.ts'
import { developer } from './brands/developer.ts'
import { fitness } from './brands/fitness.ts'
import { games } from './brands/games.ts'
import { hosting } from './brands/hosting.ts'
import { learning } from './brands/learning.ts'
import { music } from './brands/music.ts'
import { office } from './brands/office.ts'
import { privacy } from './brands/privacy.ts'
import { reading } from './brands/reading.ts'
import { security } from './brands/security.ts'
import { social } from './brands/social.ts'
import { streaming } from './brands/streaming.ts'
import type { Cover } from './covers/cover.ts'
import { breath, sunburst, ticket } from './covers/gathering.ts'
import { awning, counterchange, passage, strata } from './covers/keeping.ts'
import { clothbound, frontPage } from './covers/learning.ts'
import { letterhead, specimen, splitPane, wallpaper } from './covers/making.ts'
import { filmFrame, recordSleeve } from './covers/watching.ts'

/** The store's shelves: what stands on each, and how its covers are composed. */
export type Shelf = { slug: string; name: string; brands: Brand[]; cover: Cover }

export const shelves: Shelf[] = [
  { slug: 'streaming', name: 'Streaming', brands: streaming, cover: filmFrame },
  { slug: 'music', name: 'Music & Audio', brands: music, cover: recordSleeve },
  { slug: 'privacy', name: 'Privacy & VPN', brands: privacy, cover: passage },
  { slug: 'cloud', name: 'Cloud Storage', brands: cloud, cover: strata },
  { slug: 'design', name: 'Design Tools', brands: design, cover: specimen },
  { slug: 'office', name: 'Office & Notes', brands: office, cover: letterhead },
  { slug: 'assistants', name: 'AI Assistants', brands: assistants, cover: wallpaper },
  { slug: 'developer', name: 'Developer Tools', brands: developer, cover: splitPane },
  { slug: 'learning', name: 'Learning & Languages', brands: learning, cover: clothbound },
  { slug: 'games', name: 'Games & Passes', brands: games, cover: ticket },
  { slug: 'security', name: 'Security & Passwords', brands: security, cover: counterchange },
  { slug: 'social', name: 'Social & Growth', brands: social, cover: sunburst },
  { slug: 'hosting', name: 'Websites & Hosting', brands: hosting, cover: awning },
  { slug: 'fitness', name: 'Health & Calm', brands: fitness, cover: breath },
  { slug: 'reading', name: 'News & Reading', brands: reading, cover: frontPage },
]
