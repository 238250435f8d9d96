import { QrCode, Wallet } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { Transfer } from '../../shared/payments/transfer.ts'
import { Button, look } from '../ui/button.tsx'
import { QrImage } from './qr-image.tsx'
import { TransferFields } from './transfer-fields.tsx'
import './payments.css'

type TransferDetailsProps = {
  transfer: Transfer
  busy?: boolean
  /** Under the amount. */
  amountChoice?: ReactNode
}

/** What to send, and its QR code beside it; where there is no room for that, at the press of a button. */
export function TransferDetails({ transfer, busy, amountChoice }: TransferDetailsProps) {
  const id = useId()
  const [isQrOpen, setQrOpen] = useState(false)
  return (
    <div className="transfer-room">
      <div className="transfer-step" aria-busy={busy}>
        <TransferFields
          transfer={transfer}
          amountChoice={amountChoice}
          // A phone can’t scan its own screen.
          walletAppLink={transfer.qr.startsWith('ethereum:') && <WalletAppLink href={transfer.qr} />}
        >
          <Button
            size="small"
            icon={QrCode}
            className="transfer-qr-button"
            aria-expanded={isQrOpen}
            aria-controls={id}
            onClick={() => setQrOpen(!isQrOpen)}
          >
            QR code
          </Button>
        </TransferFields>
        <div id={id} className={isQrOpen ? 'transfer-qr transfer-qr-open' : 'transfer-qr'}>
          <QrImage text={transfer.qr} label={transfer.qrLabel} />
        </div>
      </div>
    </div>
  )
}

const WalletAppLink = ({ href }: { href: string }) => (
  <a href={href} className={`hidden pointer-coarse:inline-flex ${look({ wide: true })}`}>
    <span className="button-face">
      <Wallet size={16} />
      Open in a wallet app
    </span>
  </a>
)
