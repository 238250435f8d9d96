import { CircleAlert, ImageUp } from 'lucide-react'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { pictureTypes, type PictureUse } from '../../../shared/catalogue/staff-schema.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { useClient } from '../../client-context.tsx'
import { look } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { validatePicture, uploadPicture } from './upload-picture.ts'

export interface PictureFieldProps {
  label: string
  hint: string
  use: PictureUse
  /** The link of the current picture; empty if there is none. */
  link: string
  error?: string | undefined
  onChange: (link: string) => void
  /** Called when an upload starts and ends, during which the form can't be saved. */
  onBusy: (busy: boolean) => void
}

/** Uploads a picture, chosen or dropped, and shows a preview until the resized one is there. */
export function PictureField({ label, hint, use, link, error, onChange, onBusy }: PictureFieldProps) {
  const id = useId()
  const { uploading, error: uploadError, upload } = useUpload(use, onChange, onBusy)
  const [isDragOver, setDragOver] = useState(false)
  const shownError = uploadError || error
  const source = uploading?.preview ?? link

  function drop(event: DragEvent) {
    event.preventDefault()
    setDragOver(false)
    const [file] = event.dataTransfer.files
    if (file) void upload(file)
  }

  return (
    <div
      className={classNames('picture-field', isDragOver && 'picture-field-over')}
      onDragOver={(event) => {
        event.preventDefault()
        setDragOver(true)
      }}
      onDragLeave={() => setDragOver(false)}
      onDrop={drop}
    >
      <span className={classNames('picture-preview', `picture-${use}`)}>
        {source ? <img src={source} alt={`Current ${use}`} /> : <ImageUp size={22} className="text-muted" />}
      </span>
      <div className="grid min-w-0 flex-1 content-center gap-1.5">
        <span className="field-label">{label}</span>
        <span>
          <input
            id={id}
            type="file"
            accept={pictureTypes.join(',')}
            aria-describedby={`${id}-hint${shownError ? ` ${id}-error` : ''}`}
            aria-invalid={shownError ? true : undefined}
            disabled={uploading !== null}
            className="peer sr-only"
            onChange={(event) => {
              const file = event.target.files?.[0]
              // Lets the same file be chosen again.
              event.target.value = ''
              if (file) void upload(file)
            }}
          />
          <label
            htmlFor={id}
            className={classNames(
              look({ size: 'small' }),
              'cursor-pointer peer-focus-visible:outline-2 peer-disabled:opacity-60',
            )}
          >
            {link ? `Replace the ${use}` : `Upload a ${use}`}
          </label>
        </span>
        {uploading && (
          <span role="status" className="flex items-center gap-2 text-xs text-muted">
            <progress
              value={uploading.share}
              max={1}
              className="picture-progress"
              aria-label={`Uploading the ${use}`}
            />
            {uploading.share < 1 ? `${Math.round(uploading.share * 100)}%` : 'Processing…'}
          </span>
        )}
        {shownError && (
          <p id={`${id}-error`} role="alert" className="field-error">
            <CircleAlert size={14} />
            {shownError}
          </p>
        )}
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      </div>
    </div>
  )
}

function useUpload(use: PictureUse, onChange: (link: string) => void, onBusy: (busy: boolean) => void) {
  const client = useClient()
  const [uploading, setUploading] = useState<{ preview: string; share: number } | null>(null)
  const [error, setError] = useState('')
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])

  async function upload(file: File) {
    if (uploading) return
    const invalid = validatePicture(file)
    setError(invalid)
    if (invalid) return
    const { signal } = (controller.current = new AbortController())
    setUploading({ preview: await readPreview(file), share: 0 })
    onBusy(true)
    try {
      const setShare = (share: number) => setUploading((current) => current && { ...current, share })
      onChange(await uploadPicture(client, file, use, setShare, signal))
    } catch (failure) {
      if (signal.aborted) return
      setError(errorMessage(failure, 'The picture could not be uploaded', 'Network error. Please try again.'))
    }
    setUploading(null)
    onBusy(false)
  }

  return { uploading, error, upload }
}

/** A data: URL, the only kind of preview that the content security policy allows. */
const readPreview = (file: File) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => resolve(''))
    reader.readAsDataURL(file)
  })
