import { keepToastsAbove } from '../../ui/keep-toasts-above.ts'
import { Button } from '../../ui/button.tsx'

export interface SaveBarProps {
  /** A new item, a draft, or one that is on sale or archived. */
  state: 'new' | 'draft' | 'saved'
  hasChanges: boolean
  isConflict: boolean
  isUploading: boolean
  busy: boolean
  onSaveDraft: () => void
  /** Saves the changes and puts the draft on sale. */
  onPublish: () => void
  onDiscard: () => void
}

/** The buttons at the end of the item form; its first button submits it. */
export function SaveBar(props: SaveBarProps) {
  const { state, hasChanges, isConflict, isUploading, busy, onSaveDraft, onPublish, onDiscard } = props
  const isBlocked = isConflict || isUploading
  return (
    <div ref={keepToastsAbove} role="group" aria-label="Save" className="save-bar">
      <Button
        type="submit"
        variant={state === 'draft' ? 'plain' : 'primary'}
        busy={busy}
        busyLabel="Saving…"
        disabled={isBlocked || (state !== 'new' && !hasChanges)}
      >
        {state === 'new' ? 'Create item' : state === 'draft' ? 'Save draft' : 'Save changes'}
      </Button>
      {state === 'new' && (
        <Button disabled={isBlocked || busy} onClick={onSaveDraft}>
          Save as draft
        </Button>
      )}
      {state === 'draft' && (
        <Button variant="primary" disabled={isBlocked || busy} onClick={onPublish}>
          Publish
        </Button>
      )}
      <Button disabled={busy || !hasChanges} onClick={onDiscard}>
        Discard
      </Button>
      <p role="status" className="text-sm text-muted">
        {isUploading
          ? 'Uploading a picture…'
          : isConflict
            ? 'Changed by someone else: see above'
            : hasChanges
              ? 'Unsaved changes'
              : state === 'draft'
                ? 'Draft saved. Only staff can see it.'
                : state === 'saved'
                  ? 'All changes saved'
                  : ''}
      </p>
    </div>
  )
}
