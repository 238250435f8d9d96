import { useId } from 'react'
import { isDollar } from '../../shared/payments/amounts.ts'
import { chainNames } from '../../shared/payments/progress.ts'
import type { Network, Token, TransferAccounts } from '../../shared/payments/schema.ts'
import type { Coin } from '../../shared/payments/transfer.ts'
import { TokenMark } from './marks.tsx'
import { networkFees } from './network-fees.ts'
import './payments.css'

type CryptoAccounts = TransferAccounts['crypto']

/** The account for a network and token; the first one if the store has none for them. */
export function coinOf(accounts: CryptoAccounts, network?: Network | null, token?: Token | null): Coin {
  const account = accounts.find((candidate) => candidate.network === network) ?? accounts[0]!
  const accepted = account.tokens.find((candidate) => candidate === token) ?? tokensOf(account)[0]!
  return { network: account.network, token: accepted, address: account.address }
}

/** Dollar tokens first: they need no conversion. */
const tokensOf = ({ tokens }: CryptoAccounts[number]) =>
  tokens.toSorted((a, b) => Number(isDollar(b)) - Number(isDollar(a)))

export interface CryptoChoiceProps {
  accounts: CryptoAccounts
  coin: Coin
  onChange: (coin: Coin) => void
}

/** Selects the network and token for a crypto transfer. */
export function CryptoChoice({ accounts, coin, onChange }: CryptoChoiceProps) {
  const { network, token } = coin
  const [networkGroup, tokenGroup] = [useId(), useId()]
  const account = accounts.find((candidate) => candidate.network === network)
  const tokens = account ? tokensOf(account) : []
  const dollarTokens = tokens.filter(isDollar)
  return (
    <div className="grid gap-5">
      <fieldset>
        <legend className="field-label mb-2">Network</legend>
        <div className="networks">
          {accounts.map((option) => (
            <label key={option.network} className="choice network">
              <input
                type="radio"
                className="sr-only"
                name={networkGroup}
                checked={option.network === network}
                onChange={() => onChange(coinOf(accounts, option.network, token))}
              />
              <span className="font-semibold">{chainNames[option.network]}</span>
              <span className="text-sm text-muted">
                {option.network} · {networkFees[option.network]}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className="field-label mb-2">Token</legend>
        <div className="flex flex-wrap gap-2">
          {tokens.map((option) => (
            <label key={option} className="choice token">
              <input
                type="radio"
                className="sr-only"
                name={tokenGroup}
                checked={option === token}
                onChange={() => onChange(coinOf(accounts, network, option))}
              />
              <TokenMark token={option} />
              <span className="font-semibold">{option}</span>
              {!isDollar(option) && <span className="text-sm text-muted">amount in dollars</span>}
            </label>
          ))}
        </div>
        {!isDollar(token) && dollarTokens.length > 0 && (
          <p className="mt-2 text-sm text-muted">
            {dollarTokens.join(' and ')} {dollarTokens.length > 1 ? 'need' : 'needs'} no conversion.
          </p>
        )}
      </fieldset>
    </div>
  )
}
