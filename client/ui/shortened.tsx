/** Characters at the end that are always shown. */
const tail = 8

/** A long reference on one line, which leaves out its middle where there is no room for it. It is copied and read out whole. */
export const Shortened = ({ text }: { text: string }) => (
  <span className="inline-flex max-w-full min-w-0 align-bottom" title={text}>
    <span className="truncate">{text.slice(0, -tail)}</span>
    <span className="flex-none">{text.slice(-tail)}</span>
  </span>
)
