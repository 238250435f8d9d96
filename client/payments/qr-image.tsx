import { useEffect, useState } from 'react'
import { Skeleton } from '../ui/skeleton.tsx'

/** A text as a QR image, dark on white with its quiet zone in either theme: cameras read no other. */
export function QrImage({ text, label }: { text: string; label: string }) {
  const image = useQr(text)
  return (
    <figure className="grid justify-items-center gap-3">
      <div className="rounded-lg border border-line bg-white p-2">
        {image ? (
          <img src={image} alt={`QR code. ${label}.`} className="size-52" />
        ) : (
          <Skeleton className="size-52 rounded-none" />
        )}
      </div>
      <figcaption className="max-w-60 text-center text-sm text-muted">{label}</figcaption>
    </figure>
  )
}

/** The image's address; null until the code that draws it has come. */
function useQr(text: string): string | null {
  const [drawn, setDrawn] = useState<{ text: string; image: string } | null>(null)

  useEffect(() => {
    let left = false
    async function draw() {
      const { toString } = await import('qrcode')
      const svg = await toString(text, { type: 'svg', margin: 4, errorCorrectionLevel: 'M' })
      if (!left) setDrawn({ text, image: `data:image/svg+xml,${encodeURIComponent(svg)}` })
    }
    void draw()
    return () => {
      left = true
    }
  }, [text])

  return drawn?.text === text ? drawn.image : null
}
