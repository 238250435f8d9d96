import { Note } from '../ui/note.tsx'

/** Above the accounts of a demo store. */
export const DemoNote = () => (
  <Note tone="waiting" title="Demo store, made-up accounts">
    Don’t send any money.
  </Note>
)
