import { useEffect, useState } from 'react'
import { backoffMs } from '../stream/backoff.ts'
import { Skeleton } from '../ui/skeleton.tsx'

/** A text as a QR code, dark on white in either theme, because cameras can't read an inverted one. */
export function QrImage({ text, label }: { text: string; label: string }) {
  const image = useQr(text)
  return (
    <figure className="grid justify-items-center gap-3">
      <div className="rounded-lg border border-line bg-white p-2">
        {image ? (
          <img src={image} alt={`QR code. ${label}`} className="size-52" />
        ) : (
          <Skeleton className="size-52 rounded-none" />
        )}
      </div>
      <figcaption className="max-w-60 text-center text-sm text-balance text-muted">{label}</figcaption>
    </figure>
  )
}

/** The image as a data URL; null until the QR library is loaded. */
export function useQr(text: string): string | null {
  const [drawn, setDrawn] = useState<{ text: string; image: string } | null>(null)

  useEffect(() => {
    let isUnmounted = false
    let timer: ReturnType<typeof setTimeout> | undefined
    async function draw(attempts = 0) {
      try {
        const { toString } = await import('qrcode')
        const svg = await toString(text, { type: 'svg', margin: 4, errorCorrectionLevel: 'M' })
        if (!isUnmounted) setDrawn({ text, image: `data:image/svg+xml,${encodeURIComponent(svg)}` })
      } catch {
        // The server can't be reached; what the code says is on the page as text, too.
        if (!isUnmounted) timer = setTimeout(() => void draw(attempts + 1), backoffMs(attempts))
      }
    }
    void draw()
    return () => {
      isUnmounted = true
      clearTimeout(timer)
    }
  }, [text])

  return drawn?.text === text ? drawn.image : null
}
