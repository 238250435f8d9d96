import { CircleAlert, ImageUp } from 'lucide-react'
import { type Ref, useEffect, useId, useRef, useState } from 'react'
import { proofTypes } from '../../shared/payments/proof-schema.ts'
import { errorMessage } from '../lib/error-message.ts'
import { useClient, useStore } from '../client-context.tsx'
import { look } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { uploadProof, validateProof } from './proof-actions.ts'
import './proofs.css'

type ProofUploadProps = {
  order: string
  label: string
  variant?: 'primary' | 'quiet'
  /** As wide as its container on phones. */
  wide?: boolean
  disabled?: boolean
  describedBy?: string
  onUploaded?: (proof: { _id: string }) => void
  /** The file input. */
  ref?: Ref<HTMLInputElement>
}

/** A button that chooses a picture of the transfer and uploads it at once. */
export function ProofUpload({
  order,
  label,
  variant = 'quiet',
  wide = false,
  disabled,
  describedBy,
  onUploaded,
  ref,
}: ProofUploadProps) {
  const id = useId()
  const { share, isUploaded, error, upload } = useUpload(order, onUploaded)
  const isOffline = useStore((state) => state.connection.status === 'offline')
  // Disabled, it would lose the focus.
  const isBlocked = disabled || isOffline || share !== null
  const message = error || (isOffline ? 'You can add a picture once you’re connected again.' : '')
  return (
    <div className="grid min-w-0 gap-1.5">
      <span className="relative">
        <input
          ref={ref}
          id={id}
          type="file"
          accept={proofTypes.join(',')}
          aria-describedby={describedBy}
          aria-invalid={error ? true : undefined}
          aria-disabled={isBlocked || undefined}
          className="peer sr-only"
          onClick={(event) => isBlocked && event.preventDefault()}
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
            look({ size: 'small', variant }),
            wide && 'max-sm:w-full',
            'cursor-pointer gap-1.5 peer-focus-visible:outline-2 peer-aria-disabled:cursor-default peer-aria-disabled:opacity-60',
          )}
        >
          <ImageUp size={16} aria-hidden />
          {label}
        </label>
      </span>
      {share !== null && (
        <span className="flex items-center gap-2 text-sm text-muted">
          <progress value={share} max={1} className="proof-progress" aria-label="Uploading the picture" />
          {share < 1 ? `${Math.round(share * 100)}%` : 'Processing…'}
        </span>
      )}
      <span role="status" className="sr-only">
        {share === null ? isUploaded && 'Picture added' : share < 1 ? 'Uploading the picture…' : 'Processing…'}
      </span>
      {message && (
        <p role="alert" className={error ? 'field-error' : 'text-sm text-muted'}>
          {error && <CircleAlert size={14} />}
          {message}
        </p>
      )}
    </div>
  )
}

function useUpload(order: string, onUploaded?: (proof: { _id: string }) => void) {
  const client = useClient()
  const [share, setShare] = useState<number | null>(null)
  const [isUploaded, setUploaded] = useState(false)
  const [error, setError] = useState('')
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])

  async function upload(file: File) {
    if (share !== null) return
    const invalid = validateProof(file)
    setError(invalid)
    if (invalid) return
    const { signal } = (controller.current = new AbortController())
    setShare(0)
    setUploaded(false)
    try {
      const proof = await uploadProof(client, order, file, setShare, signal)
      if (signal.aborted) return
      setUploaded(true)
      onUploaded?.(proof)
    } catch (failure) {
      if (signal.aborted) return
      setError(errorMessage(failure, 'The picture could not be uploaded', 'Network error. Please try again.'))
    }
    setShare(null)
  }

  return { share, isUploaded, error, upload }
}
