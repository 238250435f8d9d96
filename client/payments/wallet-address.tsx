import { Fragment } from 'react'
import './payments.css'

const edge = 6

/** A wallet address in groups, with the parts that people compare in bold. Copying the text copies no spaces. */
export function WalletAddress({ address }: { address: string }) {
  return (
    <span className="wallet-address">
      {groupsOf(address).map((group, index, groups) => {
        const start = groups.slice(0, index).join('').length
        return (
          <Fragment key={start}>
            <span className="wallet-address-group">
              {[...group].map((char, i) => {
                const isBold = start + i < edge || start + i >= address.length - edge
                return isBold ? <b key={i}>{char}</b> : char
              })}
            </span>
            <wbr />
          </Fragment>
        )
      })}
    </span>
  )
}

/** '0x' and four digits, then four at a time. */
const groupsOf = (address: string) => [address.slice(0, edge), ...(address.slice(edge).match(/.{1,4}/g) ?? [])]
