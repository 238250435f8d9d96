type Disguise = readonly [typed: string, disguise: (text: string) => string]

/** Ways to type a transaction hash (`0x…`) so that it looks like another one to a plain comparison. */
export const hashDisguises: Disguise[] = [
  ['as it is', (hash) => hash],
  ['in upper case, with 0X', (hash) => hash.toUpperCase()],
  ['without 0x', (hash) => hash.slice(2)],
  ['with blanks around it', (hash) => `  ${hash}\n`],
  ['with a full stop', (hash) => `${hash}.`],
  ['as an explorer link', (hash) => `https://bscscan.com/tx/${hash}`],
  ['as a link with a fragment', (hash) => `https://etherscan.io/tx/${hash}#eventlog`],
  ['with a word before it', (hash) => `tx: ${hash}`],
  ['in groups of four', (hash) => hash.slice(2).replace(/.{4}/g, '$& ')],
  ['in full-width digits', (hash) => hash.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))],
  ['in Arabic digits', (hash) => hash.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)))],
  ['in Cyrillic letters', (hash) => hash.replaceAll('a', 'а').replaceAll('c', 'с').replaceAll('e', 'е')],
  ['in Greek capitals', (hash) => hash.toUpperCase().replaceAll('A', 'Α').replaceAll('B', 'Β').replaceAll('E', 'Ε')],
]

/** The same with characters that references may not contain; older orders may have them. */
export const invisibleHashDisguises: Disguise[] = [
  ['a zero-width space at the end', (hash) => `${hash}\u200b`],
  ['a word joiner before it', (hash) => `\u2060${hash}`],
  ['a soft hyphen inside', (hash) => `${hash.slice(0, 2)}\u00ad${hash.slice(2)}`],
  ['a right-to-left mark inside', (hash) => `${hash.slice(0, 9)}\u200f${hash.slice(9)}`],
  ['a variation selector inside', (hash) => `${hash.slice(0, 9)}\ufe0f${hash.slice(9)}`],
  ['a combining dot', (hash) => `${hash.slice(0, 9)}\u0323${hash.slice(9)}`],
]

/** Ways to type the bank reference `TXN 4711`. */
export const bankDisguises = [
  'TXN 4711',
  'txn 4711',
  'TXN4711',
  'TXN  4711',
  'TXN 4711\u200b',
  'TXN\u00a04711',
  'TXN-4711',
  '#TXN/4711.',
  'ＴＸＮ ４７１１',
  'ТХN 4711',
  'TΧΝ 4711',
  'T\u202eXN 4711',
  'TXN 47११',
  'tẋn 4711',
]
