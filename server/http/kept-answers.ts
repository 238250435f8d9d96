import type { Position } from '../../shared/position.ts'

const most = 500

/** Answers that are the same for everyone, each kept for as long as the catalogue's stream has not moved. */
export function createKeptAnswers() {
  const answers = new Map<string, { head: number; bytes: Uint8Array<ArrayBuffer> }>()
  return {
    find(url: string, { heads }: Position) {
      const kept = answers.get(url)
      return kept && kept.head === heads.catalogue ? kept.bytes : null
    },
    keep(url: string, { heads }: Position, text: string) {
      if (!answers.has(url) && answers.size >= most) answers.delete(answers.keys().next().value!)
      answers.set(url, { head: heads.catalogue!, bytes: Buffer.from(text) })
    },
  }
}
