import type { Network, Token, TransferAccounts } from '../../shared/payment.ts'
import { Segments } from '../ui/choice.tsx'
import { Note } from '../ui/note.tsx'

export type Coin = { network: Network; token: Token; address: string }
type CryptoAccounts = TransferAccounts['crypto']

const chainNames: Record<Network, string> = {
  BASE: 'Base',
  ARB: 'Arbitrum One',
  ERC20: 'Ethereum',
  BEP20: 'BNB Smart Chain',
  OP: 'Optimism',
  MATIC: 'Polygon',
}

/** What is chosen, as far as the store takes money there; else the first that it does. */
export function coinOf(accounts: CryptoAccounts, network?: Network, token?: Token): Coin {
  const account = accounts.find((one) => one.network === network) ?? accounts[0]!
  const taken = account.tokens.find((one) => one === token) ?? account.tokens[0]!
  return { network: account.network, token: taken, address: account.address }
}

export interface CryptoChoiceProps {
  accounts: CryptoAccounts
  coin: Coin
  onChange: (coin: Coin) => void
}

/** On which network and in which token it is sent. */
export function CryptoChoice({ accounts, coin, onChange }: CryptoChoiceProps) {
  const { network, token } = coin
  const account = accounts.find((one) => one.network === network)
  return (
    <div className="grid gap-4">
      <Segments
        legend="Network"
        value={network}
        onChange={(chosen) => onChange(coinOf(accounts, chosen, token))}
        options={accounts.map((one) => ({ value: one.network, label: one.network }))}
      />
      <Segments
        legend="Token"
        value={token}
        onChange={(chosen) => onChange(coinOf(accounts, network, chosen))}
        options={(account?.tokens ?? []).map((one) => ({ value: one, label: one }))}
      />
      <Note tone="waiting">
        Send only <strong>{token}</strong> on <strong>{chainNames[network]}</strong> ({network}). Anything else sent to
        this address is lost.
      </Note>
    </div>
  )
}
