/** Latin letters, each followed by the letters of other scripts that look like it in upper or lower case. */
const lookAlikes = [
  'AАаΑαɑᴀᎪꓮ',
  'BВвΒβᏴꓐЬьʙ',
  'CСсϹϲᴄᏟꓚⲤⲥ',
  'DԀԁᴅᎠꓓ',
  'EЕеΕεᴇᎬꓰҽ',
  'FϜϝꜰꓝƒ',
  'GԌԍɡɢᏀꓖ',
  'HНнΗʜᎻꓧҺһՀհ',
  'IІіΙιɪıӀӏꓲ',
  'JЈјͿϳᴊᎫꓙ',
  'KКкΚκᴋᏦꓗ',
  'LʟᏞꓡԼ',
  'MМмΜᴍᎷꓟ',
  'NΝηɴꓠՈոռ',
  'OОоΟοσᴏՕօꓳⲞⲟ',
  'PРрΡρᴘᏢꓑ',
  'QԚԛ',
  'RʀᎡꓣ',
  'SЅѕꜱᏚꓢՏ',
  'TТтΤτᴛᎢꓔ',
  'UυՍսᴜꓴ',
  'VѴѵνᴠᏙꓦ',
  'WԜԝᴡᎳꓪ',
  'XХхΧχꓫ',
  'YУуΥγүҮʏꓬ',
  'ZΖᴢᏃꓜ',
]
const latinLetters = new Map(
  lookAlikes.flatMap(([latin, ...others]) => others.map((other) => [other, latin!] as const)),
)
const nonAscii = /\P{ASCII}/gu

const invisible = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Script=Inherited}]/gu
const separators = /[\p{Z}\p{P}\p{S}]/gu
const transactionHash = /(?<![0-9A-F])(?:0X)?([0-9A-F]{64})(?![0-9A-F])/g

/**
 * The form in which transfer references are compared, searched and imported: two references with the same key are the
 * same transfer, however they were typed. It is the 64 hex digits of a transaction hash found anywhere in the text, or
 * else the text without blanks, punctuation and invisible characters, with look-alikes of Latin letters folded. Both are
 * in upper case. Text without any letter or digit has the key `''`.
 */
export function referenceKey(text: string): string {
  const folded = fold(text)
  const compact = folded.replace(separators, '')
  // A hash may be broken by blanks, and its end may only be clear with the punctuation, as in a link.
  const hashes = new Set([...findHashes(folded), ...findHashes(compact)])
  // With two of them, nothing says which one is meant.
  return hashes.size === 1 ? [...hashes][0]! : compact
}

/** Whether a reference key is a transaction hash. */
export const isTransactionHash = (key: string) => /^[0-9A-F]{64}$/.test(key)

const findHashes = (text: string) => [...text.matchAll(transactionHash)].map(([, digits]) => digits!)

/** NFKC, without diacritics and invisible characters, with ASCII letters and digits where others look the same. */
function fold(text: string): string {
  const visible = text.normalize('NFKD').replace(invisible, '').normalize('NFKC')
  const latin = (char: string) => latinLetters.get(char) ?? digitOf(char) ?? char
  // Some letters look like Latin ones in one case only.
  return visible.replace(nonAscii, latin).toUpperCase().replace(nonAscii, latin)
}

/** The value of a decimal digit of any script; each script's ten digits follow each other. */
function digitOf(char: string): string | undefined {
  if (!isDigit(char)) return
  let value = 0
  while (value < 9 && isDigit(String.fromCodePoint(char.codePointAt(0)! - value - 1))) value += 1
  return String(value)
}

const isDigit = (char: string) => /^\p{Nd}$/u.test(char)
