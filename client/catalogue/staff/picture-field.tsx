import { CircleAlert, ImageUp } from 'lucide-react'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import type { PictureUse } from '../../shared/staff-catalogue-calls.ts'
import { pictureTypes } from '../../shared/staff-catalogue-calls.ts'
import { tellFailure } from '../orders/tell-failure.ts'
import { useClient } from '../store.tsx'
import { look } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { faultOf, uploadPicture } from './upload-picture.ts'

export interface PictureFieldProps {
  label: string
  hint: string
  use: PictureUse
  /** The picture that is there; empty for none. */
  link: string
  error?: string | undefined
  onChange: (link: string) => void
  /** While it is on its way, what is written can't be saved whole. */
  onBusy: (busy: boolean) => void
}

/** A picture by upload: chosen or dropped, shown at once, and as the store drew it anew when it is there. */
export function PictureField({ label, hint, use, link, error, onChange, onBusy }: PictureFieldProps) {
  const id = useId()
  const { sending, fault, take } = useUpload(use, onChange, onBusy)
  const [over, setOver] = useState(false)
  const wrong = fault || error
  const shown = sending?.preview ?? link

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) void take(file)
  }

  return (
    <div
      className={classNames('picture-field', over && 'picture-field-over')}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <span className={classNames('picture-shown', `picture-${use}`)}>
        {shown ? <img src={shown} alt={`${label} as it is`} /> : <ImageUp size={22} className="text-muted" />}
      </span>
      <div className="grid min-w-0 flex-1 content-center gap-1.5">
        <span className="field-label">{label}</span>
        <span>
          <input
            id={id}
            type="file"
            accept={pictureTypes.join(',')}
            aria-describedby={`${id}-hint${wrong ? ` ${id}-error` : ''}`}
            aria-invalid={wrong ? true : undefined}
            disabled={sending !== null}
            className="peer sr-only"
            onChange={(event) => {
              const file = event.target.files?.[0]
              // So that the same file can be chosen again.
              event.target.value = ''
              if (file) void take(file)
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
        {sending && (
          <span role="status" className="flex items-center gap-2 text-xs text-muted">
            <progress value={sending.part} max={1} className="picture-progress" aria-label={`Uploading the ${use}`} />
            {sending.part < 1 ? `${Math.round(sending.part * 100)} %` : 'Drawing it anew…'}
          </span>
        )}
        {wrong && (
          <p id={`${id}-error`} role="alert" className="field-error">
            <CircleAlert size={14} />
            {wrong}
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
  const [sending, setSending] = useState<{ preview: string; part: number } | null>(null)
  const [fault, setFault] = useState('')
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => () => leaving.current?.abort(), [])

  async function take(file: File) {
    if (sending) return
    const wrong = faultOf(file)
    setFault(wrong)
    if (wrong) return
    const { signal } = (leaving.current = new AbortController())
    setSending({ preview: await readPreview(file), part: 0 })
    onBusy(true)
    try {
      const tell = (part: number) => setSending((now) => now && { ...now, part })
      onChange(await uploadPicture(client, file, use, tell, signal))
    } catch (error) {
      if (signal.aborted) return
      setFault(tellFailure(error, 'The picture could not be uploaded', 'Network error. Please try again.'))
    }
    setSending(null)
    onBusy(false)
  }

  return { sending, fault, take }
}

/** As a data: address, the one kind that the pages' policy shows. */
const readPreview = (file: File) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => resolve(''))
    reader.readAsDataURL(file)
  })
